import { setTimeout } from 'node:timers/promises';
import { systemErrorCode } from '../io/system-error';

/** How often work is tried, and how it waits in between. */
export interface Retries {
  /** Tries in all. */
  readonly attempts: number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Five tries, with about 0.2, 0.4, 0.8 and 1.6 seconds between them. */
export const USUAL_RETRIES: Retries = { attempts: 5, wait: (milliseconds) => setTimeout(milliseconds) };

const FIRST_WAIT = 200;
const LONGEST_WAIT = 10_000;

/** Returns the milliseconds to wait after a failure, the first of which is 1: doubled each time, half of it by chance, so that many do not come back at once. */
export function backoff(failures: number): number {
  const whole = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
  return whole / 2 + (Math.random() * whole) / 2;
}

/** Does the work again while it fails with what may pass. Throws the last failure. */
export async function retrying<T>(work: () => Promise<T>, { attempts, wait }: Retries = USUAL_RETRIES): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (failures >= attempts || !isTransient(error)) throw error;
      await wait(backoff(failures));
    }
  }
}

const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ERR_NOT_CONNECTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
  'TimeoutError',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** True for failures of networks and busy servers, which may pass. */
export function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return TRANSIENT_STATUS.has(status);
  return chainOf(error).some((one) => TRANSIENT_CODES.has(systemErrorCode(one) ?? '') || TRANSIENT_CODES.has(textMember(one, 'name') ?? ''));
}

/** Returns an error and what caused it, the outermost first. */
export function chainOf(error: unknown): readonly unknown[] {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  return cause === undefined ? [error] : [error, ...chainOf(cause)];
}

/** Returns a member of an error that is text; errors of other realms are no instances of Error. */
export function textMember(error: unknown, name: 'name' | 'message'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the status that a web server answered with, as `fetch` wrappers here and the S3 client keep it. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('httpStatus' in error && typeof error.httpStatus === 'number') return error.httpStatus;
  if (!('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
