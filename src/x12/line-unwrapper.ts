import { BYTE } from '../common/bytes';

interface RemovedBreak {
  /** Position in the unwrapped text at which the break stood. */
  readonly at: number;
  /** Bytes and line breaks removed up to here, this break included. */
  readonly bytes: number;
  readonly lines: number;
  /** The break itself, such as CR LF. */
  readonly text: string;
}

/** What was removed before a position. */
export interface Removed {
  readonly bytes: number;
  readonly lines: number;
}

const NOTHING: Removed = { bytes: 0, lines: 0 };

/** Room after the text, so that copies may read whole words. */
const COPY_SLACK = 8;

/**
 * Takes the line breaks out of text that was wrapped at a column (80 in most), and remembers where they stood,
 * so that offsets and line numbers still speak of the input.
 */
export class LineUnwrapper {
  private removed: RemovedBreak[] = [];
  private bytes = 0;
  private lines = 0;
  private endedWithCr = false;

  /** Gives `data` without CR and LF. `position` is where its first byte stands in the unwrapped text. */
  unwrap(data: Buffer, position: number): Buffer {
    const out = Buffer.allocUnsafeSlow(data.length + COPY_SLACK);
    let length = 0;
    for (const byte of data) {
      if (byte !== BYTE.LF && byte !== BYTE.CR) out[length++] = byte;
      else this.remember(position + length, byte);
      this.endedWithCr = byte === BYTE.CR;
    }
    return out.subarray(0, length);
  }

  /** Puts the breaks back: gives unwrapped text, whose first byte stands at `position`, as it stood in the input. */
  rewrap(text: Buffer, position: number): Buffer {
    const parts: Buffer[] = [];
    let from = 0;
    for (const { at, text: lineBreak } of this.removed) {
      if (at < position) continue;
      parts.push(text.subarray(from, at - position), Buffer.from(lineBreak, 'latin1'));
      from = at - position;
    }
    return Buffer.concat([...parts, text.subarray(from)]);
  }

  /** What was removed before a position; breaks that stood at the position itself are not counted. */
  removedBefore(position: number): Removed {
    return lastBefore(this.removed, position - 1) ?? NOTHING;
  }

  /** Gives a function that says what was removed before a position of the unwrapped text, also when more is unwrapped later. */
  lookup(): (position: number) => Removed {
    const { removed } = this;
    return (position) => lastBefore(removed, position) ?? NOTHING;
  }

  /** Forgets all but the last break before a position; look-ups given before keep theirs. */
  forget(position: number): void {
    const next = this.removed.findIndex((entry) => entry.at > position);
    if (next !== 0) this.removed = this.removed.slice(next < 0 ? -1 : next - 1);
  }

  private remember(position: number, byte: number): void {
    this.bytes++;
    const isLineFeedOfCr = byte === BYTE.LF && this.endedWithCr;
    if (!isLineFeedOfCr) this.lines++;
    const last = this.removed.at(-1)?.at === position ? this.removed.pop() : undefined;
    const text = (last?.text ?? '') + String.fromCharCode(byte);
    this.removed.push({ at: position, bytes: this.bytes, lines: this.lines, text });
  }
}

function lastBefore(removed: readonly RemovedBreak[], position: number): Removed | undefined {
  let low = 0;
  let high = removed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((removed[middle]?.at ?? Infinity) <= position) low = middle + 1;
    else high = middle;
  }
  return removed[low - 1];
}
