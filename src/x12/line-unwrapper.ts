import { at, BYTE } from '../common/bytes';

interface RemovedBreak {
  /** Position in the unwrapped text at which the break stood. */
  readonly at: number;
  /** Bytes and line breaks removed up to here, this break included. */
  readonly bytes: number;
  readonly lines: number;
}

/**
 * Takes the line breaks out of text that was wrapped at a column (80 in most), and remembers where they stood,
 * so that offsets and line numbers still speak of the input.
 */
export class LineUnwrapper {
  private readonly removed: RemovedBreak[] = [];
  private bytes = 0;
  private lines = 0;

  /** Gives `data` without CR and LF. `position` is where its first byte stands in the unwrapped text. */
  unwrap(data: Buffer, position: number): Buffer {
    const out = Buffer.allocUnsafe(data.length);
    let length = 0;
    for (let i = 0; i < data.length; i++) {
      const byte = at(data, i);
      if (byte !== BYTE.LF && byte !== BYTE.CR) out[length++] = byte;
      else this.remember(position + length, byte);
    }
    return out.subarray(0, length);
  }

  /** Bytes removed before a position of the unwrapped text. */
  removedBytes(position: number): number {
    return this.last(position)?.bytes ?? 0;
  }

  /** Lines ended before a position of the unwrapped text. */
  removedLines(position: number): number {
    return this.last(position)?.lines ?? 0;
  }

  /** Forgets all but the last break before a position that is not asked for again. */
  forget(position: number): void {
    const keepFrom = this.removed.findIndex((entry) => entry.at > position) - 1;
    if (keepFrom > 0) this.removed.splice(0, keepFrom);
  }

  private remember(position: number, byte: number): void {
    this.bytes++;
    if (byte === BYTE.LF) this.lines++;
    const last = this.removed.at(-1);
    if (last?.at === position) this.removed.pop();
    this.removed.push({ at: position, bytes: this.bytes, lines: this.lines });
  }

  private last(position: number): RemovedBreak | undefined {
    let low = 0;
    let high = this.removed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.removed[middle]?.at ?? Infinity) <= position) low = middle + 1;
      else high = middle;
    }
    return this.removed[low - 1];
  }
}
