import { EdiError } from '../common/edi-error';
import { bareName } from '../io/source-name';
import { type HttpAddress, pathOf, showAddress } from './address';
import { changed, resumingRead } from './resuming-read';
import { type Retries, retrying, USUAL_RETRIES } from './retrying';
import type { ByteRange, Storage, StoredFile } from './storage';
import { unreadableAt } from './storage-error';

const NOT_FOUND = new Set([404, 410]);

/** Servers that answer GET only. */
const NO_HEAD = new Set([403, 405, 501]);

const PARTIAL_CONTENT = 206;

/** Files of web servers: they are read, one by one. `redirects` says whether another host may be named by an answer. */
export function httpStorage({ redirects = true } = {}, retries: Retries = USUAL_RETRIES): Storage<HttpAddress> {
  const ask = (address: HttpAddress, method: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    // The stored bytes are wanted, and their length: a server may not compress them on the way.
    fetch(address.href, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: redirects ? 'follow' : 'error' });
  return {
    find: async (address) => {
      try {
        return await retrying(async () => fileOf(address, await ask(address, 'HEAD')), retries);
      } catch (cause) {
        throw unreadableAt(address, cause);
      }
    },
    // eslint-disable-next-line require-yield -- refusing is all that it does
    list: async function* (folder) {
      throw new EdiError('EDI_SOURCE_UNREADABLE', `${showAddress(folder)} cannot be listed: web servers have no folders. Name each file.`);
    },
    read: (file, range) => read({ file, range }, (headers) => ask(file.address, 'GET', headers), retries),
    create: async (address) => {
      throw new EdiError('EDI_OUTPUT_FAILED', `${showAddress(address)} cannot be written: web addresses are read only.`);
    },
    remove: async (address) => {
      throw new EdiError('EDI_OUTPUT_FAILED', `${showAddress(address)} cannot be removed: web addresses are read only.`);
    },
    close: async () => undefined,
  };
}

function fileOf(address: HttpAddress, { ok, status, headers }: Response): StoredFile<HttpAddress> | undefined {
  if (NOT_FOUND.has(status)) return undefined;
  const below = bareName(decoded(pathOf(address))) ?? 'download';
  if (!ok && !NO_HEAD.has(status)) throw httpError(status);
  const length = ok ? headers.get('content-length') : null;
  const changedAt = ok ? headers.get('last-modified') : null;
  return {
    address,
    below,
    // Without an ETag, ranges may be of different contents.
    hasRanges: ok && headers.get('accept-ranges') === 'bytes' && length !== null && headers.get('etag')?.startsWith('"') === true,
    bytes: length === null ? undefined : Number(length),
    version: (ok ? headers.get('etag') : null) ?? changedAt ?? undefined,
    modifiedAt: changedAt === null || Number.isNaN(Date.parse(changedAt)) ? undefined : new Date(changedAt).toISOString(),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone % is a character like others.
    return path;
  }
}

type Get = (headers: Readonly<Record<string, string>>) => Promise<Response>;

/** A file, and the range of it that is read. */
interface WantedBytes {
  readonly file: StoredFile<HttpAddress>;
  readonly range: ByteRange | undefined;
}

async function* read({ file, range }: WantedBytes, get: Get, retries: Retries): AsyncGenerator<Uint8Array> {
  const { address, version } = file;
  const bytes = range === undefined ? file.bytes : range.end - range.start;
  if (bytes === 0) return;
  const etag = version?.startsWith('"') === true ? version : undefined;
  const open = async (offset: number): Promise<AsyncIterable<Uint8Array>> => {
    const answer = await get({ ...rangeHeader(offset, range), ...(etag === undefined ? {} : { 'if-match': etag }) });
    if (answer.status === 412) throw changed();
    if (!answer.ok || answer.body === null) throw httpError(answer.status);
    if (range !== undefined && answer.status !== PARTIAL_CONTENT) throw changed();
    if (offset > 0 && answer.status !== PARTIAL_CONTENT) return withoutStart(asBytes(answer.body), offset);
    return asBytes(answer.body);
  };
  try {
    yield* resumingRead({ open, bytes }, retries);
  } catch (cause) {
    throw unreadableAt(address, cause);
  }
}

function rangeHeader(offset: number, range: ByteRange | undefined): Readonly<Record<string, string>> {
  if (range !== undefined) return { range: `bytes=${range.start + offset}-${range.end - 1}` };
  return offset === 0 ? {} : { range: `bytes=${offset}-` };
}

/** The body of an answer is a stream of the web, which Node lets iterate. */
function asBytes(body: unknown): AsyncIterable<Uint8Array> {
  return body as AsyncIterable<Uint8Array>;
}

/** What a server that knows no ranges sends again. */
async function* withoutStart(bytes: AsyncIterable<Uint8Array>, offset: number): AsyncGenerator<Uint8Array> {
  let left = offset;
  for await (const chunk of bytes) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    if (skipped < chunk.length) yield chunk.subarray(skipped);
  }
}

const httpError = (httpStatus: number): Error => Object.assign(new Error(`status ${httpStatus}`), { httpStatus, name: 'refused' });
