import { createHash } from 'node:crypto';
import type { StoredFile } from '../storage/storage';
import type { Storages } from '../storage/storages';
import type { BatchOptions } from './batch.types';
import type { BatchFileEntity } from './ledger/batch-file.entity';

/**
 * Returns what makes the conversion of a file the same work as an earlier one: source, size, checksum or ETag, options and output. A file of this machine is read for its
 * SHA-256; S3 and web servers say an ETag; of an SFTP server the time of the last change counts, because reading would mean a second download. Undefined where a storage
 * has none of them: such a file is converted each time.
 */
export async function contentKey(file: BatchFileEntity, stored: StoredFile, options: BatchOptions, storages: Storages): Promise<string | undefined> {
  const content = stored.address.kind === 'file' ? await checksumOf(stored, storages) : stored.version;
  if (content === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([file.source, stored.bytes, content, options, file.output]))
    .digest('hex');
}

async function checksumOf(stored: StoredFile, storages: Storages): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of storages.read(stored)) digest.update(chunk);
  return digest.digest('hex');
}
