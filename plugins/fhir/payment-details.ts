import { SpooledBytes } from '../../src/plugin/io';

/** Details are spooled in pieces of about this many characters. */
const PIECE_LENGTH = 1 << 14;

/** Details of a payment, as binary JSON with commas between them: they follow the payment, but come before it in the input. */
export class PaymentDetails {
  private readonly spooled = new SpooledBytes();
  private pending = '';
  isEmpty = true;

  add(detail: string): void {
    this.pending += this.isEmpty ? detail : `,${detail}`;
    this.isEmpty = false;
    if (this.pending.length > PIECE_LENGTH) this.spool();
  }

  /** All details, in pieces. */
  bytes(): Iterable<Buffer> {
    this.spool();
    return this.spooled.bytes();
  }

  close(): void {
    this.spooled.close();
  }

  private spool(): void {
    this.spooled.append(Buffer.from(this.pending, 'latin1'));
    this.pending = '';
  }
}
