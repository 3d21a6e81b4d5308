/** Bytes that a visible character has in the input and not in decoded text, where one control character stands for it. */
const LEFT_OUT = 2;

/** Offset in the input of a byte of decoded text. Holds a number for each visible character after what is forgotten. */
export class SourceOffsets {
  /** Offsets in decoded text of what stands for visible characters, rising. */
  private visible: number[] = [];
  /** Bytes of the input that decoding left out before these. */
  private leftOut = 0;

  /** Says that bytes at the beginning of the input are no text, such as a byte order mark. */
  skip(count: number): void {
    this.leftOut += count;
  }

  /** Notes that a byte of decoded text stands for a visible character. Offsets rise from call to call. */
  addVisible(at: number): void {
    this.visible.push(at);
  }

  /** Byte offset in the input of a byte of decoded text, by its offset there. */
  of(at: number): number {
    return at + this.leftOut + LEFT_OUT * this.visibleBefore(at);
  }

  /** Says that no byte before this one will be asked for. */
  forget(before: number): void {
    const count = this.visibleBefore(before);
    if (count === 0) return;
    this.leftOut += LEFT_OUT * count;
    this.visible = this.visible.slice(count);
  }

  private visibleBefore(at: number): number {
    let [low, high] = [0, this.visible.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.visible[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
