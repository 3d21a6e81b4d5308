import { EdiError } from '../../common/edi-error';

/** The bytes of a multipart body that were received and not yet used. */
export class MultipartWindow {
  private readonly source: AsyncIterator<Uint8Array>;
  private failure: { readonly cause: unknown } | undefined;

  constructor(
    source: AsyncIterable<Uint8Array>,
    /** What stands before the first byte of the source. */
    private bytes: Buffer,
  ) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** True when reading the body failed; whoever was reading has been told. */
  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  get length(): number {
    return this.bytes.length;
  }

  indexOf(pattern: Buffer): number {
    return this.bytes.indexOf(pattern);
  }

  /** Gives bytes without taking them; `need` them first. */
  peek(start: number, end: number): Buffer {
    return this.bytes.subarray(start, end);
  }

  /** Takes bytes off the front. */
  take(count: number): Buffer {
    const taken = this.bytes.subarray(0, count);
    this.bytes = this.bytes.subarray(count);
    return taken;
  }

  /** Receives until `count` bytes are there. Throws EDI_MULTIPART_INVALID when the body ends before. */
  async need(count: number): Promise<void> {
    while (this.bytes.length < count) {
      if (!(await this.receive()))
        throw this.fail(new EdiError('EDI_MULTIPART_INVALID', 'The multipart body breaks off before its closing boundary. Send it again.'));
    }
  }

  /** Receives the next chunk; false at the end of the body. */
  async receive(): Promise<boolean> {
    if (this.failure !== undefined) throw this.failure.cause;
    try {
      const next = await this.source.next();
      if (next.done === true) return false;
      const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
      this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
      return true;
    } catch (error) {
      throw this.fail(error);
    }
  }

  /** Receives the rest of the body and drops it. */
  async drain(): Promise<void> {
    do this.take(this.length);
    while (await this.receive());
  }

  /** Remembers the failure, so that the body is not read again. */
  fail<T>(cause: T): T {
    this.failure = { cause };
    return cause;
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }
}
