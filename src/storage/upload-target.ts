import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { OutputTarget } from '../io/output-target';

/** An upload under way. */
export interface Upload {
  /** Takes the bytes, with back-pressure. */
  readonly stream: Writable;
  /** Rejects when the upload fails; must not be left without a handler. */
  readonly failed: Promise<never>;
  /** Ends the upload and waits until the storage has all of it, still invisible where the storage can do that. */
  end(): Promise<void>;
  /** Makes it visible. */
  publish(): Promise<void>;
  /** Removes what was sent. */
  abandon(): Promise<void>;
}

/** An output that is sent while it is written, under the name that messages show. `wrap` makes the error of a failure. */
export function uploadTarget(path: string, upload: Upload, wrap: (cause: unknown) => Error): OutputTarget {
  let isEnded = false;
  const guarded = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      throw wrap(cause);
    }
  };
  const end = async (): Promise<void> => {
    if (isEnded) return;
    isEnded = true;
    await upload.end();
  };
  return {
    path,
    // The caller may write into its memory again, and the stream holds on to what it has.
    write: (bytes) => guarded(() => writeOrFail(upload, Buffer.from(bytes))),
    settle: () => guarded(end),
    commit: () =>
      guarded(async () => {
        await end();
        await upload.publish();
      }),
    discard: () => guarded(() => upload.abandon()),
  };
}

async function writeOrFail({ stream, failed }: Upload, bytes: Buffer): Promise<void> {
  if (stream.destroyed) return failed;
  if (stream.write(bytes)) return;
  const waiting = new AbortController();
  try {
    await Promise.race([once(stream, 'drain', { signal: waiting.signal }), failed]);
  } finally {
    waiting.abort();
  }
}
