import type { Readable } from 'node:stream';
import * as S3 from '@aws-sdk/client-s3';
import type { S3Address } from './address';
import { changed, resumingRead } from './resuming-read';
import { type Retries, statusOf, USUAL_RETRIES } from './retrying';
import type { ByteRange, FolderEntry, Storage, StorageEnvironment, StoredFile } from './storage';
import { isPlainPath } from './plain-path';
import { s3Target } from './s3-target';
import { unreadableAt, unwritableAt } from './storage-error';

/** What the storage works with. */
interface S3Parts {
  readonly client: S3.S3Client;
  readonly retries: Retries;
}

/**
 * Buckets of S3, and of stores that speak its language. Credentials, region and endpoint are those of the environment, as every program of AWS
 * reads them; with a custom endpoint, buckets are named in the path. The client tries requests again by itself.
 */
export function s3Storage(environment: StorageEnvironment, retries: Retries = USUAL_RETRIES): Storage<S3Address> {
  // A warning about later versions of Node, for users who choose the version of the client: not for every conversion.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const client = new S3.S3Client({ ...clientOptions(environment), maxAttempts: retries.attempts });
  const parts: S3Parts = { client, retries };
  return {
    find: (address) => find(parts, address),
    list: (folder, { recurse }) => list(parts, folder, recurse),
    read: (file, range) => read(parts, file, range),
    create: async (address) => s3Target(client, address),
    remove: async (address) => {
      try {
        await client.send(new S3.DeleteObjectCommand({ Bucket: address.bucket, Key: address.key }));
      } catch (cause) {
        throw unwritableAt(address, cause);
      }
    },
    close: async () => client.destroy(),
  };
}

/** What the environment of a command says. The client reads profiles, roles of machines and the like by itself. */
function clientOptions(environment: StorageEnvironment): S3.S3ClientConfig {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = environment;
  const endpoint = environment['AWS_ENDPOINT_URL_S3'] || environment['AWS_ENDPOINT_URL'];
  const region = environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || (endpoint ? 'us-east-1' : undefined);
  const credentials = { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '', ...(sessionToken ? { sessionToken } : {}) };
  return {
    ...(accessKeyId && secretAccessKey ? { credentials } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(region ? { region } : {}),
    // Not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

async function find({ client }: S3Parts, address: S3Address): Promise<StoredFile<S3Address> | undefined> {
  if (address.key === '' || address.key.endsWith('/')) return undefined;
  try {
    const head = await client.send(new S3.HeadObjectCommand({ Bucket: address.bucket, Key: address.key }));
    return storedFile(address, address.key.slice(address.key.lastIndexOf('/') + 1), {
      Size: head.ContentLength,
      ETag: head.ETag,
      LastModified: head.LastModified,
    });
  } catch (cause) {
    if (statusOf(cause) === 404) return undefined;
    throw unreadableAt(address, cause);
  }
}

type ObjectFacts = { [Key in 'Size' | 'ETag' | 'LastModified']?: S3._Object[Key] | undefined };

function storedFile(address: S3Address, below: string, { Size, ETag, LastModified }: ObjectFacts): StoredFile<S3Address> {
  return { address, below, bytes: Size, version: ETag, modifiedAt: LastModified?.toISOString(), hasRanges: Size !== undefined && ETag !== undefined };
}

/** A prefix is listed as the folder that it is, whether it is written with a slash at its end or not. */
async function* list({ client }: S3Parts, folder: S3Address, recurse: boolean): AsyncGenerator<FolderEntry<S3Address>> {
  const { bucket, key } = folder;
  const Prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
  let ContinuationToken: string | undefined;
  do {
    const request = { Bucket: bucket, Prefix, ...(recurse ? {} : { Delimiter: '/' }), ...(ContinuationToken === undefined ? {} : { ContinuationToken }) };
    const page = await client.send(new S3.ListObjectsV2Command(request)).catch((cause: unknown) => {
      throw unreadableAt(folder, cause);
    });
    yield* entriesOf(page, bucket, Prefix);
    ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

function* entriesOf({ Contents = [], CommonPrefixes = [] }: S3.ListObjectsV2CommandOutput, bucket: string, prefix: string): Generator<FolderEntry<S3Address>> {
  for (const { Key = '', ...facts } of Contents) {
    const below = Key.slice(prefix.length);
    // A console makes empty objects that stand for folders.
    if (below === '' || below.endsWith('/') || !isPlainPath(below)) continue;
    yield { file: storedFile({ kind: 's3', bucket, key: Key }, below, facts) };
  }
  for (const { Prefix = '' } of CommonPrefixes) {
    const skipped = 'a folder; --recurse looks into it';
    yield { file: storedFile({ kind: 's3', bucket, key: Prefix }, Prefix.slice(prefix.length), {}), skipped };
  }
}

async function* read({ client, retries }: S3Parts, file: StoredFile<S3Address>, wanted?: ByteRange): AsyncGenerator<Uint8Array> {
  const { address, version } = file;
  const bytes = wanted === undefined ? file.bytes : wanted.end - wanted.start;
  if (wanted !== undefined && bytes === 0) return;
  const open = async (offset: number): Promise<AsyncIterable<Uint8Array>> => {
    const start = offset + (wanted?.start ?? 0);
    const range = start === 0 && wanted === undefined ? {} : { Range: `bytes=${start}-${wanted === undefined ? '' : wanted.end - 1}` };
    const same = version === undefined ? {} : { IfMatch: version };
    const { Body, ETag } = await client.send(new S3.GetObjectCommand({ Bucket: address.bucket, Key: address.key, ...range, ...same }));
    const stream = asReadable(Body);
    // Not every store looks at IfMatch.
    if (version === undefined || ETag === version) return stream;
    stream.destroy();
    throw changed();
  };
  try {
    yield* resumingRead({ open, bytes }, retries);
  } catch (cause) {
    throw statusOf(cause) === 412 ? changed(cause) : unreadableAt(address, cause);
  }
}

/** On Node the body of an answer is a stream of Node; the type is that of all platforms. */
function asReadable(body: unknown): Readable {
  return body as Readable;
}
