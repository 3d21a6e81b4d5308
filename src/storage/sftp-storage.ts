import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { posix } from 'node:path';
import type SftpClient from 'ssh2-sftp-client';
import { EdiError } from '../common/edi-error';
import type { OutputTarget } from '../io/output-target';
import { systemErrorCode } from '../io/system-error';
import { type SftpAddress, showAddress } from './address';
import { isPlainPath } from './plain-path';
import { changed, resumingRead } from './resuming-read';
import { type Retries, textMember, USUAL_RETRIES } from './retrying';
import { SftpConnections } from './sftp-connection';
import { readAhead, writeAhead } from './sftp-file';
import type { ByteRange, FolderEntry, Storage, StorageEnvironment, StoredFile } from './storage';
import { unreadableAt, unwritableAt } from './storage-error';
import { uploadTarget } from './upload-target';

/** Files of SFTP servers. The keys of servers must be known, as OpenSSH has them in known_hosts. */
export function sftpStorage(environment: StorageEnvironment, retries: Retries = USUAL_RETRIES): Storage<SftpAddress> {
  const connections = new SftpConnections(environment, retries);
  return {
    find: (address) => find(connections, address),
    list: (folder, { recurse }) => list(connections, folder, '', recurse),
    read: (file, range) => read(connections, { file, range }, retries),
    create: (address) => create(connections, address),
    remove: async (address) => {
      try {
        await connections.use(address, (client) => client.delete(remotePath(address), true));
      } catch (cause) {
        throw unwritableAt(address, named(cause));
      }
    },
    close: () => connections.close(),
  };
}

/** What a listing and a look at one file say; times are milliseconds. */
interface Facts {
  readonly size: number;
  readonly modifyTime: number;
}

function storedFile(address: SftpAddress, below: string, { size, modifyTime }: Facts): StoredFile<SftpAddress> {
  return { address, below, bytes: size, version: String(modifyTime), modifiedAt: new Date(modifyTime).toISOString(), hasRanges: true };
}

/** Paths below the home folder are relative for the server. */
const remotePath = ({ path }: SftpAddress): string => (path.startsWith('~/') ? `./${path.slice(2)}` : path);

async function find(connections: SftpConnections, address: SftpAddress): Promise<StoredFile<SftpAddress> | undefined> {
  try {
    return await connections.use(address, async (client) => {
      if ((await client.exists(remotePath(address))) !== '-') return undefined;
      return storedFile(address, posix.basename(address.path), await client.stat(remotePath(address)));
    });
  } catch (cause) {
    throw unreadableAt(address, cause);
  }
}

async function* list(connections: SftpConnections, folder: SftpAddress, below: string, recurse: boolean): AsyncGenerator<FolderEntry<SftpAddress>> {
  const entries = await connections
    .use(folder, (client) => client.list(remotePath(folder)))
    .catch((cause: unknown) => {
      throw unreadableAt(folder, cause);
    });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, type } = entry;
    // A name is one part of a path, whatever a server sends.
    if (name.includes('/') || !isPlainPath(name)) continue;
    const address = { ...folder, path: posix.join(folder.path, name) };
    if (type === 'd' && recurse) {
      yield* list(connections, address, `${below}${name}/`, recurse);
      continue;
    }
    const file = storedFile(address, below + name, entry);
    if (type === '-') yield { file };
    else yield { file, skipped: type === 'd' ? 'a folder; --recurse looks into it' : 'not a regular file' };
  }
}

/** A file, and the range of it that is read. */
interface WantedBytes {
  readonly file: StoredFile<SftpAddress>;
  readonly range: ByteRange | undefined;
}

async function* read(connections: SftpConnections, { file, range }: WantedBytes, retries: Retries): AsyncGenerator<Uint8Array> {
  const { address } = file;
  const first = range?.start ?? 0;
  const bytes = range === undefined ? file.bytes : range.end - range.start;
  if (range !== undefined && bytes === 0) return;
  const open = async (start: number): Promise<AsyncIterable<Uint8Array>> => {
    return withNamedErrors(readAhead(await connections.to(address), remotePath(address), first + start, range?.end ?? bytes ?? Infinity));
  };
  try {
    yield* resumingRead({ open, bytes }, retries);
    const now = await connections.use(address, (client) => client.stat(remotePath(address)));
    if (String(now.modifyTime) !== file.version || now.size !== file.bytes) throw changed();
  } catch (cause) {
    throw unreadableAt(address, cause);
  }
}

const STATUS_NAMES: Readonly<Record<number, string>> = { 2: 'ENOENT', 3: 'EACCES' };

/** Streams fail with the numbers of the protocol, and without any when their connection is lost. */
function named(cause: unknown): unknown {
  if (systemErrorCode(cause) !== undefined) return cause;
  const status = typeof cause === 'object' && cause !== null && 'code' in cause ? Number(cause.code) : undefined;
  return Object.assign(new Error('sftp', { cause }), { code: status === undefined ? 'ERR_NOT_CONNECTED' : (STATUS_NAMES[status] ?? 'the server refused it') });
}

async function* withNamedErrors(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    throw named(cause);
  }
}

/** The hidden name that an output has until it is whole; of each attempt its own. */
function partialPath(path: string): string {
  return posix.join(posix.dirname(path), `.${posix.basename(path)}.partial-${randomUUID().slice(0, 8)}`);
}

async function create(connections: SftpConnections, address: SftpAddress): Promise<OutputTarget> {
  const path = remotePath(address);
  const partial = partialPath(path);
  const wrap = (cause: unknown): Error => unwritableAt(address, named(cause));
  try {
    await connections.use(address, (client) => makeFolder(client, posix.dirname(path)));
    const stream = await writeAhead(await connections.to(address), partial);
    const done = finished(stream);
    const failed = done.then(() => new Promise<never>(() => undefined));
    failed.catch(() => undefined);
    return uploadTarget(
      showAddress(address),
      {
        stream,
        failed,
        end: async () => {
          stream.end();
          await done;
        },
        publish: () => connections.use(address, (one) => replace(one, partial, path)),
        abandon: async () => {
          stream.destroy();
          await done.catch(() => undefined);
          // Over a lost connection it stays: hidden, and replaced by nothing.
          await connections.use(address, (one) => one.delete(partial, true)).catch(() => undefined);
        },
      },
      wrap,
    );
  } catch (cause) {
    throw wrap(cause);
  }
}

async function makeFolder(client: SftpClient, folder: string): Promise<void> {
  if ((await client.exists(folder)) !== false) return;
  await client.mkdir(folder, true).catch(async (cause: unknown) => {
    // Another process may have made it meanwhile.
    if ((await client.exists(folder)) === false) throw cause;
  });
}

/** Renames over an existing file, in one step where the server knows how: OpenSSH does. A rename that was lost with its connection may have happened. */
async function replace(client: SftpClient, partial: string, path: string): Promise<void> {
  if ((await client.exists(partial)) === false && (await client.exists(path)) === '-') return;
  try {
    await client.posixRename(partial, path);
  } catch (cause) {
    if (!/not supported|unsupported/i.test(textMember(cause, 'message') ?? '')) throw cause;
    if ((await client.exists(path)) !== false) {
      throw new EdiError('EDI_OUTPUT_FAILED', 'The SFTP server cannot replace a file in one step. Remove the older output, or name another folder.', { cause });
    }
    await client.rename(partial, path);
  }
}
