import { ByteWriter, type tableReading } from '../../src/plugin/io';
import { STYLE, WIDTH } from './styles';
import { writeText } from './cell-xml';
import { Deflater, type DeflatedFacts } from './zip-writer';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MAX_WIDTH = 40;
/** The button of a filter covers the end of a name. */
const BUTTON_WIDTH = 3;
const LETTERS = 26;

/** Rows are compressed when they are so many bytes. */
const PIECE_BYTES = 1 << 18;

/** A column of a sheet. */
export interface SheetColumn {
  readonly name: string;
  readonly type: tableReading.ColumnType;
}

/** A, B, ... Z, AA for a column by its number from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS));
  return column < LETTERS ? last : columnLetters(Math.floor(column / LETTERS) - 1) + last;
}

/** One sheet of a table: XML that is compressed piece by piece. */
export class Sheet {
  /** XML that is not compressed yet. */
  readonly out = new ByteWriter();
  /** Rows so far, the header included. */
  rows = 1;
  private readonly deflater: Deflater;

  /** `take` gets compressed bytes, in order. */
  constructor(
    private readonly columns: readonly SheetColumn[],
    take: (bytes: Uint8Array) => void,
  ) {
    this.deflater = new Deflater(take);
    this.out.text(head(columns));
  }

  /** Bytes of XML so far. */
  get bytes(): number {
    return this.deflater.bytes + this.out.length;
  }

  /** Compresses it when it is large enough; a piece at a time. */
  *compress(): Generator<void, void, undefined> {
    if (this.out.length < PIECE_BYTES) return;
    yield* this.compressAll();
  }

  /** Ends the sheet. */
  *end(): Generator<void, DeflatedFacts, undefined> {
    this.out.text(`</sheetData><autoFilter ref="A1:${columnLetters(this.columns.length - 1)}${this.rows}"/></worksheet>`);
    yield* this.compressAll();
    return this.deflater.end();
  }

  private *compressAll(): Generator<void, void, undefined> {
    const { bytes, length } = this.out;
    for (let start = 0; start < length; start += PIECE_BYTES) {
      this.deflater.add(bytes.subarray(start, Math.min(length, start + PIECE_BYTES)));
      yield;
    }
    this.out.clear();
  }
}

function head(columns: readonly SheetColumn[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
  const cols = columns.map(({ name, type }, i) => {
    const width = Math.min(MAX_WIDTH, Math.max(WIDTH[type], name.length + BUTTON_WIDTH));
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${STYLE[type]}" customWidth="1"/>`;
  });
  const cells = columns.map(({ name }, i) => textCell(`${columnLetters(i)}1`, name, STYLE.header));
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`;
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${views}<cols>${cols.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`;
}

/** A cell of text. */
export function textCell(place: string, text: string, style: number): string {
  const out = new ByteWriter(256);
  const bytes = Buffer.from(text);
  writeText(bytes, 0, bytes.length, out);
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${out.bytes.toString('utf8', 0, out.length)}</t></is></c>`;
}

/** A sheet of two columns without header or filter, such as that about the file. A number is shown as one. */
export function plainSheet(rows: readonly (readonly [string, string | number])[]): string {
  const cells = rows.map(([name, value], i) => {
    const second = typeof value === 'number' ? `<c r="B${i + 1}"><v>${value}</v></c>` : textCell(`B${i + 1}`, value, STYLE.text);
    return `<row r="${i + 1}">${textCell(`A${i + 1}`, name, STYLE.header)}${second}</row>`;
  });
  const cols = '<cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols>';
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${cols}<sheetData>${cells.join('')}</sheetData></worksheet>`;
}
