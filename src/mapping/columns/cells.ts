import { BYTE } from '../../common/bytes';
import { ByteWriter } from '../../common/byte-writer';

/**
 * The cells of one row of a level: UTF-8 text in one buffer, and where each column's begins and ends. A column without value
 * ends at 0.
 */
export class Cells {
  starts: Int32Array;
  ends: Int32Array;
  /** How many columns have a value. */
  count = 0;

  /** `out` has the text, which cells of other levels may share. */
  constructor(
    readonly size: number,
    readonly out: ByteWriter = new ByteWriter(1 << 12),
  ) {
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
  }

  /** Empties all cells. */
  clear(): void {
    this.out.length = 0;
    this.count = 0;
    this.ends.fill(0);
  }

  /** Makes what was written since `mark` the cell of a column. */
  set(column: number, mark: number): void {
    this.starts[column] = mark;
    this.ends[column] = this.out.length;
    this.count++;
  }

  /**
   * Writes cells from column `first` on, each but that of column 0 after a separator, which is a byte, up to a cell that CSV has in quotes; returns the
   * column of that, or the number of columns. With `only`, columns that it does not mark with 1 are empty.
   */
  join(out: ByteWriter, first: number, separator: number, only?: Uint8Array): number {
    const { starts, ends, size } = this;
    const { bytes } = this.out;
    for (let column = first; column < size; column++) {
      const end = only === undefined || only[column] === 1 ? (ends[column] ?? 0) : 0;
      const mark = out.length;
      if (column > 0) out.byte(separator);
      for (let i = starts[column] ?? 0; i < end; i++) {
        const byte = bytes[i] ?? 0;
        if (byte === separator || byte === BYTE.QUOTE || byte === LINE_FEED || byte === CARRIAGE_RETURN) {
          out.length = mark;
          return column;
        }
        out.byte(byte);
      }
    }
    return size;
  }

  /** Adds cells that were kept. */
  paste({ bytes, places }: KeptCells): void {
    const { out, starts, ends } = this;
    const mark = out.length;
    out.append(bytes);
    for (let i = 0; i < places.length; i += 3) {
      const column = places[i] ?? 0;
      starts[column] = mark + (places[i + 1] ?? 0);
      ends[column] = mark + (places[i + 2] ?? 0);
    }
    this.count += places.length / 3;
  }

  /** Makes the JSON string or number that was written since `mark` the cell of a column: text without quotes, numbers without trailing zeros. */
  setJson(column: number, mark: number): void {
    const { out } = this;
    const { bytes, length } = out;
    if (bytes[mark] !== BYTE.QUOTE) {
      out.length = withoutTrailingZeros(bytes, mark, length);
      this.set(column, mark);
      return;
    }
    for (let i = mark + 1; i < length - 1; i++) {
      if (bytes[i] !== BYTE.BACKSLASH) continue;
      const text = String(JSON.parse(bytes.toString('utf8', mark, length)));
      out.length = mark;
      out.text(text);
      this.set(column, mark);
      return;
    }
    if (mark + 2 === length) return;
    this.starts[column] = mark + 1;
    this.ends[column] = length - 1;
    this.count++;
  }
}

/** Cells that were read once and are wanted again. */
export interface KeptCells {
  readonly bytes: Buffer;
  /** For each cell: its column, and where it begins and ends in the bytes. */
  readonly places: Int32Array;
}

/** Copies what columns have whose cells were written since `mark`. */
export function keepCells({ out, starts, ends }: Cells, mark: number, columns: readonly number[]): KeptCells {
  const places = columns.flatMap((column) => {
    const [start = 0, end = 0] = [starts[column], ends[column]];
    return start < end ? [column, start - mark, end - mark] : [];
  });
  return { bytes: out.copyFrom(mark), places: Int32Array.from(places) };
}

/** Where a decimal ends when zeros behind its point are left out: `384.00` and `384.` are `384`. */
export function withoutTrailingZeros(bytes: Buffer, start: number, length: number): number {
  let end = length;
  let hasPoint = false;
  for (let i = start; i < length; i++) {
    // Exponents stay as they are.
    if (bytes[i] === LOWER_E || bytes[i] === UPPER_E) return length;
    if (bytes[i] === BYTE.DOT) hasPoint = true;
  }
  if (!hasPoint) return length;
  while (bytes[end - 1] === BYTE.ZERO) end--;
  return bytes[end - 1] === BYTE.DOT ? end - 1 : end;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
