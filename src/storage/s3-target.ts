import * as S3 from '@aws-sdk/client-s3';
import type { OutputTarget } from '../io/output-target';
import { type S3Address, showAddress } from './address';
import { unwritableAt } from './storage-error';

/** Parts of an upload: 10,000 of them are 80 GB, which is the largest output. */
const PART_BYTES = 8 * 1024 * 1024;

/** Parts that are sent at a time. So many are in memory, and the one that is filled. */
const PARTS_IN_FLIGHT = 2;

/**
 * Opens an object that appears when it is committed. Up to the size of one part it is one request. A larger one is a multipart upload: parts are sent while it is
 * written, `settle` sends the last one, and `commit` is the one request that makes the object, so that a killed process leaves none. Parts are filled and sent
 * from a few buffers that are used again: buffers of this size that are left to the collector of garbage double the memory of a process.
 */
export function s3Target(client: S3.S3Client, address: S3Address): OutputTarget {
  const upload = new PartUpload(client, address);
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      throw unwritableAt(address, cause);
    }
  };
  return {
    path: showAddress(address),
    write: (bytes) => guarded(() => upload.write(bytes)),
    settle: () => guarded(() => upload.settle()),
    commit: () => guarded(() => upload.commit()),
    discard: () => guarded(() => upload.discard()),
  };
}

/** A part that was sent, or is being sent. */
interface SentPart {
  readonly PartNumber: number;
  ETag?: string | undefined;
}

class PartUpload {
  private readonly place: { readonly Bucket: string; readonly Key: string };
  /** Buffers that no request has. */
  private readonly free: Buffer[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  private readonly parts: SentPart[] = [];
  private readonly stop = new AbortController();
  private filling: Buffer | undefined;
  private filled = 0;
  private uploadId: string | undefined;
  private isSettled = false;
  private failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly client: S3.S3Client,
    { bucket, key }: S3Address,
  ) {
    this.place = { Bucket: bucket, Key: key };
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.throwIfFailed();
    for (let start = 0; start < bytes.length;) {
      // Only what follows a full part needs the next one: an output of one part is one request.
      if (this.filled === PART_BYTES) await this.sendFilled();
      this.filling ??= this.free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
      const end = Math.min(bytes.length, start + PART_BYTES - this.filled);
      this.filling.set(bytes.subarray(start, end), this.filled);
      this.filled += end - start;
      start = end;
    }
  }

  /** Sends the last part of several, and gives its memory back: other outputs may be written before `commit`. */
  async settle(): Promise<void> {
    if (this.isSettled) return;
    if (this.uploadId !== undefined) {
      if (this.filled > 0) await this.sendFilled();
      await Promise.all(this.inFlight);
      this.throwIfFailed();
      this.free.length = 0;
    }
    this.isSettled = true;
  }

  async commit(): Promise<void> {
    await this.settle();
    const abortSignal = this.stop.signal;
    if (this.uploadId === undefined) {
      const Body = this.filling?.subarray(0, this.filled) ?? Buffer.alloc(0);
      await this.client.send(new S3.PutObjectCommand({ ...this.place, Body }), { abortSignal });
      return;
    }
    const MultipartUpload = { Parts: this.parts.map((part) => ({ ...part })) };
    await this.client.send(new S3.CompleteMultipartUploadCommand({ ...this.place, UploadId: this.uploadId, MultipartUpload }), { abortSignal });
  }

  /** Removes what was sent. A part that arrives after the end of its upload would stay, so requests end first. */
  async discard(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.inFlight);
    if (this.uploadId !== undefined) await this.client.send(new S3.AbortMultipartUploadCommand({ ...this.place, UploadId: this.uploadId }));
  }

  private async sendFilled(): Promise<void> {
    const buffer = this.filling;
    if (buffer === undefined) return;
    const Body = buffer.subarray(0, this.filled);
    this.filling = undefined;
    this.filled = 0;
    await this.begin();
    while (this.inFlight.size >= PARTS_IN_FLIGHT) await Promise.race(this.inFlight);
    this.throwIfFailed();
    const sending: Promise<void> = this.sendPart(Body)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => {
        this.inFlight.delete(sending);
        this.free.push(buffer);
      });
    this.inFlight.add(sending);
  }

  private async begin(): Promise<void> {
    if (this.uploadId !== undefined) return;
    const { UploadId } = await this.client.send(new S3.CreateMultipartUploadCommand(this.place), { abortSignal: this.stop.signal });
    if (UploadId === undefined) throw new Error('The store began no upload.');
    this.uploadId = UploadId;
  }

  private async sendPart(Body: Buffer): Promise<void> {
    const part: SentPart = { PartNumber: this.parts.length + 1 };
    this.parts.push(part);
    const command = new S3.UploadPartCommand({ ...this.place, UploadId: this.uploadId, PartNumber: part.PartNumber, Body });
    part.ETag = (await this.client.send(command, { abortSignal: this.stop.signal })).ETag;
  }

  private throwIfFailed(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
