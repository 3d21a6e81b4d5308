const FIRST_BYTES = 65_536;

const TERMINATOR = 0x7e;

/** Collects text of ASCII as bytes. */
export class SampleBuffer {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private used = 0;

  get length(): number {
    return this.used;
  }

  add(text: string): void {
    this.reserve(text.length);
    this.used += this.bytes.write(text, this.used, 'latin1');
  }

  /** Takes the bytes of another buffer, which is empty afterwards. */
  append(other: SampleBuffer): void {
    this.reserve(other.used);
    this.used += other.bytes.copy(this.bytes, this.used, 0, other.used);
    other.used = 0;
  }

  countSegments(): number {
    const { bytes, used } = this;
    let segments = 0;
    for (let at = 0; at < used; at++) if (bytes[at] === TERMINATOR) segments++;
    return segments;
  }

  /** A copy of the bytes; the buffer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.used));
    this.used = 0;
    return taken;
  }

  private reserve(length: number): void {
    if (this.used + length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.used + length));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }
}
