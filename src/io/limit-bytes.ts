import { EdiError } from '../common/edi-error';

/** Number of bytes that may be read; files of a request may share one budget. */
export class ByteBudget {
  private used = 0;

  constructor(private readonly limit: number) {}

  /** Throws EDI_BODY_TOO_LARGE when the count goes over the limit. */
  take(count: number): void {
    this.used += count;
    if (this.used <= this.limit) return;
    throw new EdiError('EDI_BODY_TOO_LARGE', `The request has more than ${this.limit} bytes (counted after inflating). Send the files in several requests.`);
  }
}

/** Returns the bytes as they are and throws EDI_BODY_TOO_LARGE in place of the chunk that goes over the budget. */
export async function* limitBytes(bytes: AsyncIterable<Uint8Array>, budget: ByteBudget): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    budget.take(chunk.length);
    yield chunk;
  }
}
