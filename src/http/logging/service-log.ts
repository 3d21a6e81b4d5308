import { ConsoleLogger, Injectable, type LogLevel as NestLogLevel } from '@nestjs/common';
import { EdiError } from '../../common/edi-error';
import { framesOf } from '../../common/error-origin';
import type { LogLevel } from '../settings/service-settings';

const NEST_LEVELS: Readonly<Record<LogLevel, NestLogLevel[]>> = {
  error: ['error', 'fatal'],
  warn: ['error', 'fatal', 'warn'],
  info: ['error', 'fatal', 'warn', 'log'],
  debug: ['error', 'fatal', 'warn', 'log', 'debug', 'verbose'],
};

const STARTUP_CONTEXTS: ReadonlySet<unknown> = new Set([
  'ExceptionHandler',
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * The log: one JSON object per line. It never contains contents, query values, file names, or messages of foreign errors, which may repeat their input; name,
 * code and stack frames of such errors are logged.
 */
@Injectable()
export class ServiceLog extends ConsoleLogger {
  constructor(level: LogLevel) {
    super({ json: true, colors: false, logLevels: NEST_LEVELS[level] });
  }

  /** Messages of Nest during the start matter only if something does not start. */
  override log(message: unknown, ...rest: readonly unknown[]): void {
    if (STARTUP_CONTEXTS.has(rest.at(-1))) this.debug(message, ...rest);
    else super.log(message, ...rest);
  }

  /** Errors that stop the start are reported by the caller. */
  override error(message: unknown, ...rest: readonly unknown[]): void {
    if (STARTUP_CONTEXTS.has(rest.at(-1))) this.debug(message, ...rest);
    else super.error(message, ...rest);
  }

  /** Logs a failure of the service itself, with the chain of its causes. */
  failure(error: unknown, requestId?: string): void {
    this.error({ event: 'failure', ...(requestId === undefined ? {} : { requestId }), causes: causesOf(error) });
  }
}

interface LoggedCause {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly frames: readonly string[];
}

function causesOf(error: unknown): readonly LoggedCause[] {
  const causes: LoggedCause[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push({
      name: cause.name,
      ...('code' in cause ? { code: String(cause.code) } : {}),
      // Messages of EdiError contain only codes and places by contract.
      ...(cause instanceof EdiError ? { message: cause.message } : {}),
      frames: framesOf(cause),
    });
  }
  return causes;
}
