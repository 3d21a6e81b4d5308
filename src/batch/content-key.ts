import { createHash } from 'node:crypto';
import type { StoredFile } from '../storage/storage';
import type { Storages } from '../storage/storages';
import type { BatchRequest } from './batch.types';
import type { Claimed } from './worker-tools';

/**
 * Returns what makes the conversion of a file the same work as an earlier one: source, size, checksum or ETag, options and output. A file of this machine is read for its
 * SHA-256; S3 and web servers say an ETag; of an SFTP server the time of the last change counts, because reading would mean a second download. Undefined where a storage
 * has none of them: such a file is converted each time. Throws the reason of an aborted signal.
 */
export async function contentKey({ file, stored, storages }: Claimed, { options }: BatchRequest, signal: AbortSignal): Promise<string | undefined> {
  const content = stored.address.kind === 'file' ? await checksumOf(stored, storages, signal) : stored.version;
  if (content === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([file.source, stored.bytes, content, options, file.output]))
    .digest('hex');
}

async function checksumOf(stored: StoredFile, storages: Storages, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of storages.read(stored)) {
    signal.throwIfAborted();
    digest.update(chunk);
  }
  return digest.digest('hex');
}
