import { ByteWriter, SpooledBytes } from '../../src/plugin/io';

/** Details are spooled in pieces of about this many bytes. */
const PIECE_LENGTH = 1 << 14;

/** Details of a payment in JSON, each with a comma before it: they follow the payment, but come before it in the input. */
export class PaymentDetails {
  private readonly out = new ByteWriter();
  private readonly spooled = new SpooledBytes();
  private hasSpooled = false;

  get isEmpty(): boolean {
    return !this.hasSpooled && this.out.length === 0;
  }

  add(write: (out: ByteWriter) => void): void {
    write(this.out);
    if (this.out.length > PIECE_LENGTH) this.spoolAll();
  }

  /** All details, in pieces. */
  bytes(): Iterable<Buffer> {
    this.spoolAll();
    return this.spooled.bytes();
  }

  close(): void {
    this.spooled.close();
  }

  private spoolAll(): void {
    this.spooled.append(this.out.bytes.subarray(0, this.out.length));
    this.out.clear();
    this.hasSpooled = true;
  }
}
