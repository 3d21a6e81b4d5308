import { BYTE, type ByteWriter, type Cells } from '../../src/plugin';

const APOSTROPHE = 0x27;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const TAB = 0x09;
/** What spreadsheets take for the beginning of a formula. */
const FORMULA_STARTS = new Set([...'=+-@'].map((char) => char.charCodeAt(0)).concat(TAB, CARRIAGE_RETURN));
const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** How cells are written. */
export interface CellFormat {
  readonly separator: string;
  /** True to write an apostrophe before text that a spreadsheet would take for a formula. */
  readonly isSpreadsheetSafe: boolean;
}

/** Writes cells as RFC 4180 has them: in quotes where they hold a separator, a quotation mark or a line break, as they are elsewhere. */
export class CellWriter {
  private readonly separator: number;
  private readonly isSpreadsheetSafe: boolean;
  /** 1 for bytes that need quotes around the cell. */
  private readonly special = new Uint8Array(256);

  constructor({ separator, isSpreadsheetSafe }: CellFormat) {
    this.separator = separator.charCodeAt(0);
    this.isSpreadsheetSafe = isSpreadsheetSafe;
    for (const byte of [this.separator, BYTE.QUOTE, CARRIAGE_RETURN, LINE_FEED]) this.special[byte] = 1;
  }

  /** Writes the cells of a level with separators between them; of a `only` list those that it marks with 1, the others empty. */
  cells({ out: from, starts, ends, size }: Cells, out: ByteWriter, only?: Uint8Array): void {
    const { bytes } = from;
    // Room for the worst: every byte a quotation mark, and each cell with quotes, an apostrophe and a separator.
    out.reserve(2 * from.length + 4 * size);
    for (let i = 0; i < size; i++) {
      if (i > 0) out.bytes[out.length++] = this.separator;
      const start = starts[i] ?? 0;
      const end = ends[i] ?? 0;
      if (start < end && (only === undefined || only[i] === 1)) this.cell(bytes, start, end, out);
    }
  }

  /** Writes the separators of empty cells. */
  blanks(size: number, out: ByteWriter): void {
    out.reserve(size);
    out.bytes.fill(this.separator, out.length, out.length + size - 1);
    out.length += size - 1;
  }

  separate(out: ByteWriter): void {
    out.byte(this.separator);
  }

  text(text: string, out: ByteWriter): void {
    const bytes = Buffer.from(text);
    this.cell(bytes, 0, bytes.length, out);
  }

  private cell(bytes: Buffer, start: number, end: number, out: ByteWriter): void {
    if (this.isSpreadsheetSafe && FORMULA_STARTS.has(bytes[start] ?? 0) && !NUMBER.test(bytes.toString('latin1', start, end))) {
      const safe = Buffer.concat([Buffer.of(APOSTROPHE), bytes.subarray(start, end)]);
      this.copy(safe, 0, safe.length, out);
    } else this.copy(bytes, start, end, out);
  }

  private copy(bytes: Buffer, start: number, end: number, out: ByteWriter): void {
    out.reserve(end - start);
    const to = out.bytes;
    let position = out.length;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (this.special[byte] === 1) return this.quoted(bytes, start, end, out);
      to[position++] = byte;
    }
    out.length = position;
  }

  private quoted(bytes: Buffer, start: number, end: number, out: ByteWriter): void {
    out.byte(BYTE.QUOTE);
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (byte === BYTE.QUOTE) out.byte(byte);
      out.byte(byte);
    }
    out.byte(BYTE.QUOTE);
  }
}
