import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageEnvironment } from '../../src/storage/storage';

/** Keys in an answer to a listing; further keys need another request. */
export const MAX_KEYS = 20;

/** A server that speaks S3, with one bucket. */
export interface S3Server {
  readonly bucket: string;
  /** What a command needs to reach it. */
  readonly environment: StorageEnvironment;
  /** Uploads of several parts that were begun, and neither completed nor aborted. */
  unfinishedUploads(): number;
  close(): Promise<void>;
}

interface S3rver {
  /** Of Koa. */
  readonly middleware: ((context: KoaContext, next: () => Promise<void>) => Promise<void>)[];
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

interface KoaContext {
  readonly method: string;
  readonly query: Record<string, string>;
  status: number;
}

type S3rverType = new (options: object) => S3rver;

/** The tokens of long listings are ciphertexts of DES, which OpenSSL no longer has; any other cipher does. */
function replaceDes(): void {
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original: (algorithm: string, key: Buffer, iv: Buffer, options?: object) => unknown = crypto[name];
    const replacement = (algorithm: string, key: Buffer, iv: Buffer, options?: object): unknown =>
      algorithm === 'des' ? original('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : original(algorithm, key, iv, options);
    Object.assign(crypto, { [name]: replacement });
  }
}

/** Starts s3rver, which keeps objects as files of a temporary folder. It has no types, knows one access key, and checks no signatures. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'clearloop-s3-'));
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- no types, and a class as its exports
  const S3rver: S3rverType = require('s3rver');
  replaceDes();
  const bucket = 'claims';
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] });
  let unfinished = 0;
  server.middleware.unshift(async (context, next) => {
    const { method, query } = context;
    if ('list-type' in query) query['max-keys'] = String(MAX_KEYS);
    if (method === 'POST') unfinished += 'uploads' in query ? 1 : -1;
    if (method !== 'DELETE' || !('uploadId' in query)) return next();
    // s3rver does not know how.
    unfinished--;
    context.status = 204;
  });
  const { port } = await server.run();
  return {
    bucket,
    environment: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_REGION: 'us-east-1' },
    unfinishedUploads: () => unfinished,
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
