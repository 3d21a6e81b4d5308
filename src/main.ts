import 'reflect-metadata';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { EdiError } from './common/edi-error';
import type { ErrorCode } from './common/error-catalogue';
import { expectShortLivedObjects } from './common/short-lived-objects';
import { BUILD_INFO, type BuildInfo } from './http/about/about.module';
import { refuseExposure } from './http/auth/api-key.guard';
import { refuseBatchesWithoutQueue } from './http/batches/batches';
import { guardRequests } from './http/auth/api-key.guard';
import { checkTemporaryFolder } from './io/spool-file';
import { ConversionSlots } from './http/limits/conversion-slots';
import { ServiceLog } from './http/logging/service-log';
import { RequestWatch } from './http/logging/request-log';
import { serveDocs } from './http/openapi/document';
import { OpenConnections } from './http/limits/client-watch';
import { createAdapter, configureServer } from './http/server';
import { misspeltSettings, readSettings } from './http/settings/settings.module';
import type { ServiceSettings } from './http/settings/service-settings';
import { ViewFiles } from './viewer/view-files';
import { beforeProcessSignals, stopOnProcessSignal } from './common/stop-signal';
import { systemErrorCode } from './io/system-error';

const NETWORK_CODES: ReadonlySet<string> = new Set(['EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND']);

/** Error code of a wrong setting. */
const SETTING_CODES: ReadonlySet<ErrorCode> = new Set(['EDI_BAD_PARAMETER', 'EDI_PLUGIN_INVALID']);

const DRAIN_POLL_MILLISECONDS = 100;

/** Time for the reader of the log to take its last lines. */
const LOG_MILLISECONDS = 2_000;

/** A service that listens. */
export interface RunningService {
  /** Address without a path, such as http://127.0.0.1:5080. */
  readonly url: string;
  readonly log: ServiceLog;
  /** Opens files of this machine in the viewer; undefined when the viewer is off. */
  readonly views: ViewFiles | undefined;
  /** Accepts no more work, lets running requests end up to the configured deadline, then cuts them. */
  stop(): Promise<void>;
  /** Writes the log lines of the requests that run, as broken off: for a process that ends at once. */
  breakOff(): void;
}

/** Starts the service. Throws EdiError for settings and files that cannot be used, and what listening throws. */
export async function startService(settings: ServiceSettings, root: DynamicModule = AppModule.forRoot(settings)): Promise<RunningService> {
  refuseExposure(settings);
  refuseBatchesWithoutQueue(settings);
  await checkTemporaryFolder();
  const log = new ServiceLog(settings.CLEARLOOP_LOG_LEVEL);
  const app = await NestFactory.create<NestFastifyApplication>(root, createAdapter(settings, log), { bodyParser: false, logger: log, abortOnError: false });
  await configureServer(app, settings);
  guardRequests(app, settings, log);
  serveDocs(app, app.get<BuildInfo>(BUILD_INFO).version, settings);
  const connections = new OpenConnections(app.getHttpServer());
  await app.listen(settings.PORT, settings.HOST);
  const views = settings.CLEARLOOP_VIEWER ? app.get(ViewFiles, { strict: false }) : undefined;
  const requests = app.get(RequestWatch);
  return { url: await app.getUrl(), log, views, stop: () => drain(app, connections, settings), breakOff: () => requests.endAll() };
}

/** Runs the service until the signal is aborted and returns the exit code: 0 when it was stopped, 1 when it could not start, 2 when a setting is invalid. */
export async function runService(environment: NodeJS.ProcessEnv, stderr: NodeJS.WritableStream, signal: AbortSignal): Promise<0 | 1 | 2> {
  // A closed log is no reason to stop the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let service: RunningService;
  try {
    service = await startService(readSettings(environment));
  } catch (error) {
    stderr.write(`${startFailure(error)}\n`);
    return error instanceof EdiError && SETTING_CODES.has(error.code) ? 2 : 1;
  }
  for (const misspelt of misspeltSettings(environment)) service.log.warn({ event: 'unknown-setting', ...misspelt });
  service.log.log({ event: 'started', url: service.url });
  const removeListener = beforeProcessSignals(() => {
    if (!signal.aborted) return;
    // The second signal ends the process only without this listener, see `stopOnProcessSignal`.
    removeListener();
    service.breakOff();
  });
  if (!signal.aborted) await once(signal, 'abort');
  service.log.log({ event: 'stopping' });
  await service.stop();
  removeListener();
  service.log.log({ event: 'stopped' });
  // Lines without a reader would keep the process alive for ever.
  setTimeout(() => process.exit(0), LOG_MILLISECONDS).unref();
  return 0;
}

function startFailure(error: unknown): string {
  if (error instanceof EdiError) return error.message;
  const code = systemErrorCode(error);
  if (code !== undefined && NETWORK_CODES.has(code))
    return `The service cannot listen (${code}). Is another one running there? The settings HOST and PORT choose the address.`;
  return `The service cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** While the service still listens it answers that it is not ready and takes no work; then it goes as its connections do. */
async function drain(app: NestFastifyApplication, connections: OpenConnections, settings: ServiceSettings): Promise<void> {
  app.get(ConversionSlots).close();
  await delay(settings.CLEARLOOP_DRAIN_SECONDS * 1000);
  const deadline = setTimeout(() => connections.closeAll(), settings.CLEARLOOP_SHUTDOWN_SECONDS * 1000);
  // Otherwise a connection whose last answer has ended would stay open until the deadline.
  const poll = setInterval(() => connections.closeIdle(), DRAIN_POLL_MILLISECONDS);
  try {
    await app.close();
  } finally {
    clearTimeout(deadline);
    clearInterval(poll);
  }
}

if (require.main === module) {
  expectShortLivedObjects();
  void runService(process.env, process.stderr, stopOnProcessSignal()).then((exitCode) => {
    process.exitCode = exitCode;
  });
}
