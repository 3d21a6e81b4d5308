import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { posix } from 'node:path';
import type SftpClient from 'ssh2-sftp-client';
import { EdiError } from '../common/edi-error';
import type { OutputTarget } from '../io/output-target';
import { partialNameOf } from '../io/partial-file';
import { systemErrorCode } from '../io/system-error';
import { type SftpAddress, showAddress } from './address';
import { isPlainPath } from './plain-path';
import { changed, resumingRead } from './resuming-read';
import { type Retries, textMember, USUAL_RETRIES } from './retrying';
import { SftpConnections } from './sftp-connection';
import { readAhead, writeAhead } from './sftp-file';
import { type Facts, type LinkTarget, realAddress, remotePath, targetOf } from './sftp-links';
import type { ByteRange, FolderEntry, FolderListing, Storage, StorageEnvironment, StoredFile } from './storage';
import { unreadableAt, unwritableAt } from './storage-error';
import { uploadTarget } from './upload-target';

/** Files of SFTP servers. Links are followed, each file and folder once. The keys of servers must be known, as OpenSSH has them in known_hosts. */
export function sftpStorage(environment: StorageEnvironment, retries: Retries = USUAL_RETRIES): Storage<SftpAddress> {
  const connections = new SftpConnections(environment, retries);
  return {
    find: (address) => find(connections, address),
    list: (folder, listing) => list(connections, folder, listing),
    read: (file, range) => read(connections, { file, range }, retries),
    create: (address) => create(connections, address),
    real: (address) =>
      asked(
        address,
        connections.use(address, (client) => realAddress(client, address)),
      ),
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

function storedFile(address: SftpAddress, below: string, { size, modifyTime }: Facts): StoredFile<SftpAddress> {
  return { address, below, bytes: size, version: String(modifyTime), modifiedAt: new Date(modifyTime).toISOString(), hasRanges: true };
}

async function find(connections: SftpConnections, address: SftpAddress): Promise<StoredFile<SftpAddress> | undefined> {
  const look = connections.use(address, async (client) => {
    const type = await client.exists(remotePath(address));
    if (type === '-') return storedFile(address, posix.basename(address.path), await client.stat(remotePath(address)));
    const target = type === 'l' ? await targetOf(client, address) : undefined;
    return target?.type === '-' ? storedFile(address, posix.basename(address.path), target.facts) : undefined;
  });
  return asked(address, look);
}

/** A search through folders. */
interface Walk extends FolderListing<SftpAddress> {
  readonly connections: SftpConnections;
  /** Paths without links: links may lead to the same file or folder again, also to one that is being looked into. */
  readonly seen: Set<string>;
}

/** A folder of a walk. */
interface WalkedFolder {
  readonly address: SftpAddress;
  /** Without links. */
  readonly realPath: string;
  /** Path below the folder that was named, with a slash at its end. */
  readonly below: string;
}

async function* list(connections: SftpConnections, folder: SftpAddress, listing: FolderListing<SftpAddress>): AsyncGenerator<FolderEntry<SftpAddress>> {
  const { path: realPath } = await asked(
    folder,
    connections.use(folder, (client) => realAddress(client, folder)),
  );
  yield* listFolder({ address: folder, realPath, below: '' }, { ...listing, connections, seen: new Set([realPath]) });
}

async function* listFolder(folder: WalkedFolder, walk: Walk): AsyncGenerator<FolderEntry<SftpAddress>> {
  const { connections } = walk;
  const entries = await asked(
    folder.address,
    connections.use(folder.address, (client) => client.list(remotePath(folder.address))),
  );
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, type } = entry;
    // A name is one part of a path, whatever a server sends.
    if (name.includes('/') || !isPlainPath(name)) continue;
    const address = { ...folder.address, path: posix.join(folder.address.path, name) };
    const real = { ...folder.address, path: posix.join(folder.realPath, name) };
    const target =
      type === 'l'
        ? await asked(
            address,
            connections.use(address, (client) => targetOf(client, address)),
          )
        : { type, facts: entry, address: real };
    yield* listEntry({ address, below: folder.below + name, isLink: type === 'l', target }, walk);
  }
}

/** An entry of a folder; `target` is the entry itself unless it is a link. */
interface WalkedEntry {
  readonly address: SftpAddress;
  readonly below: string;
  readonly isLink: boolean;
  readonly target: LinkTarget | undefined;
}

async function* listEntry({ address, below, isLink, target }: WalkedEntry, walk: Walk): AsyncGenerator<FolderEntry<SftpAddress>> {
  const { recurse, seen, isAllowed } = walk;
  const isFolder = target?.type === 'd';
  if (target === undefined || (isLink && isFolder && recurse && isAllowed?.(target.address) === false)) {
    yield { file: { address, below, bytes: undefined, version: undefined, modifiedAt: undefined } };
    return;
  }
  const file = storedFile(address, below, target.facts);
  const isSeen = seen.has(target.address.path);
  if (isFolder && recurse && !isSeen) {
    seen.add(target.address.path);
    yield* listFolder({ address, realPath: target.address.path, below: `${below}/` }, walk);
  } else if (isFolder) {
    if (!recurse) yield { file, skipped: 'a folder; --recurse looks into it' };
  } else if (target.type !== '-') yield { file, skipped: 'not a regular file' };
  else if (isSeen) yield { file, skipped: 'the same file as another input' };
  else {
    seen.add(target.address.path);
    yield { file };
  }
}

/** Throws EDI_SOURCE_UNREADABLE for an answer that did not come. */
async function asked<T>(address: SftpAddress, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw unreadableAt(address, cause);
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
  return posix.join(posix.dirname(path), partialNameOf(posix.basename(path), randomUUID().slice(0, 8)));
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

/** Makes a folder, and those above it that are missing. The client would do so too, but takes a link to a folder for a file. */
async function makeFolder(client: SftpClient, folder: string): Promise<void> {
  if ((await client.exists(folder)) !== false) return;
  if (posix.dirname(folder) !== folder) await makeFolder(client, posix.dirname(folder));
  await client.mkdir(folder).catch(async (cause: unknown) => {
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
