/** Bytes of a visible character in the input that decoded text, with one control character, does not have. */
const LEFT_OUT = 2;

/** Offset in the input of a byte of decoded text. Holds a number for each visible character since the last discarded one. */
export class SourceOffsets {
  /** Offsets in decoded text of replaced visible characters, rising. */
  private visible: number[] = [];
  /** Bytes of the input that decoding left out before these. */
  private leftOut = 0;

  /** Registers bytes at the beginning of the input that are no text, such as a byte order mark. */
  skip(count: number): void {
    this.leftOut += count;
  }

  /** Registers a byte of decoded text that replaces a visible character. Offsets rise from call to call. */
  addVisible(at: number): void {
    this.visible.push(at);
  }

  /** Byte offset in the input of a byte of decoded text, by its offset there. */
  of(at: number): number {
    return at + this.leftOut + LEFT_OUT * this.visibleBefore(at);
  }

  /** Discards the offsets before this one. */
  forget(before: number): void {
    const count = this.visibleBefore(before);
    if (count === 0) return;
    this.leftOut += LEFT_OUT * count;
    this.visible = this.visible.slice(count);
  }

  private visibleBefore(at: number): number {
    if (this.visible.length === 0) return 0;
    let [low, high] = [0, this.visible.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.visible[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
