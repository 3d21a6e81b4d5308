import { BYTE, type ByteWriter, type tableReading } from '../../src/plugin/io';

const APOSTROPHE = 0x27;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const TAB = 0x09;
/** What spreadsheets take for the beginning of a formula. */
const FORMULA_STARTS = new Set([...'=+-@'].map((char) => char.charCodeAt(0)).concat(TAB, CARRIAGE_RETURN));
/** What Excel takes for a number, a date, a time or a truth value. */
const CONVERTED = /^(?:[-+.($]?\d[\d.,:/\-+ e)%]*|(?:\d{1,4}[- /]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[- /.]?\d{0,4}|true|false)$/i;
const BYTE_ORDER_MARK = '\ufeff';
const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** How cells are written. */
export interface CellFormat {
  readonly separator: string;
  /** True to write an apostrophe before text that a spreadsheet would take for a formula. */
  readonly isSpreadsheetSafe: boolean;
  /** True to begin with a byte order mark, and to write what Excel would convert in columns of text as `="0123"`. */
  readonly isForExcel: boolean;
}

/** Writes cells by RFC 4180: in quotes if they contain a separator, a quotation mark or a line break, otherwise unchanged. */
export class CellWriter {
  readonly separator: number;
  private readonly isSpreadsheetSafe: boolean;
  private readonly isForExcel: boolean;
  /** 1 for bytes that need quotes around the cell. */
  private readonly special = new Uint8Array(256);

  constructor({ separator, isSpreadsheetSafe, isForExcel }: CellFormat) {
    this.separator = separator.charCodeAt(0);
    this.isSpreadsheetSafe = isSpreadsheetSafe;
    this.isForExcel = isForExcel;
    for (const byte of [this.separator, BYTE.QUOTE, CARRIAGE_RETURN, LINE_FEED]) this.special[byte] = 1;
  }

  /** True where cells that need no quotes are copied as they are. */
  get copies(): boolean {
    return !this.isForExcel && !this.isSpreadsheetSafe;
  }

  /** A table begins. */
  begin(out: ByteWriter): void {
    if (this.isForExcel) out.text(BYTE_ORDER_MARK);
  }

  /**
   * Writes the cells of a level with separators between them; `texts` marks columns of text with 1, and `only` those that are written, where the
   * others stay empty.
   */
  cells(cells: tableReading.Cells, out: ByteWriter, texts?: Uint8Array, only?: Uint8Array): void {
    const { starts, ends, size } = cells;
    const { bytes } = cells.out;
    const { separator, copies } = this;
    for (let i = 0; i < size; i++) {
      // Nearly all cells are copied as they are, without a call for each.
      if (copies) i = cells.join(out, i, separator, only);
      if (i === size) return;
      if (i > 0) out.byte(separator);
      const start = starts[i] ?? 0;
      const end = ends[i] ?? 0;
      if (start >= end || (only !== undefined && only[i] !== 1)) continue;
      if (this.isForExcel && texts?.[i] === 1 && CONVERTED.test(bytes.toString('utf8', start, end))) this.asText(bytes, start, end, out);
      else this.cell(bytes, start, end, out);
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

  /** A formula whose value is the text: all versions of Excel, and other spreadsheets, show it unchanged. */
  private asText(bytes: Buffer, start: number, end: number, out: ByteWriter): void {
    const formula = Buffer.from(`="${bytes.toString('utf8', start, end)}"`);
    this.copy(formula, 0, formula.length, out);
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
