import { BYTE, type ByteWriter, isDigit, type tableReading } from '../../src/plugin/io';
import { daysSince1900 } from './excel-day';
import { STYLE } from './styles';

/** Characters that a cell can show. */
export const MAX_CELL_CHARACTERS = 32_767;

/** Significant digits that a number of a spreadsheet keeps. */
const MAX_DIGITS = 15;

const LESS = 0x3c;
const GREATER = 0x3e;
const AMPERSAND = 0x26;
const UNDERSCORE = 0x5f;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const DATE_LENGTH = 10;
const MINUTE_LENGTH = 16;

const ESCAPES = new Map([
  [LESS, Buffer.from('&lt;')],
  [GREATER, Buffer.from('&gt;')],
  [AMPERSAND, Buffer.from('&amp;')],
]);

const TEXT_START = Buffer.from(' t="inlineStr"><is><t>');
/** For text that begins or ends with blanks, which readers may leave out else. */
const BLANK_TEXT_START = Buffer.from(' t="inlineStr"><is><t xml:space="preserve">');
const TEXT_END = Buffer.from('</t></is></c>');
const VALUE_END = Buffer.from('</v></c>');
const ASCII_END = 0x80;

/** 1 for bytes that do not stand for themselves in text. */
const SPECIAL = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 || ESCAPES.has(byte) || byte === UNDERSCORE || byte === 0xef ? 1 : 0));
SPECIAL[TAB] = 0;
SPECIAL[LINE_FEED] = 0;

/** Writes the cells of one column. */
export class CellXml {
  private readonly start: Buffer;
  private readonly styleOfNumber: Buffer;
  private readonly styleOfText: Buffer;
  /** Texts that were longer than a cell can be: their ends are left out. */
  cuts = 0;

  /** `letters` are those of the column, such as AB. */
  constructor(
    letters: string,
    private readonly type: tableReading.ColumnType,
  ) {
    this.start = Buffer.from(`<c r="${letters}`);
    this.styleOfNumber = Buffer.from(`" s="${STYLE[type]}"><v>`);
    this.styleOfText = Buffer.from(`" s="${STYLE.text}"`);
  }

  /** Writes a cell in a row, whose number `rowDigits` shows. What the type of the column cannot show as a number is text. */
  write(rowDigits: Uint8Array, bytes: Buffer, start: number, end: number, out: ByteWriter): void {
    out.range(this.start, 0, this.start.length);
    out.range(rowDigits, 0, rowDigits.length);
    switch (this.type) {
      case 'amount':
      case 'decimal':
      case 'integer':
        if (isShortNumber(bytes, start, end)) return this.number(out, () => out.range(bytes, start, end));
        break;
      case 'date':
      case 'dateTime': {
        const value = dayNumber(bytes, start, end);
        if (value !== undefined) return this.number(out, () => out.ascii(value));
        break;
      }
      default:
    }
    this.text(bytes, start, end, out);
  }

  private number(out: ByteWriter, write: () => void): void {
    out.range(this.styleOfNumber, 0, this.styleOfNumber.length);
    write();
    out.range(VALUE_END, 0, VALUE_END.length);
  }

  private text(bytes: Buffer, start: number, end: number, out: ByteWriter): void {
    out.range(this.styleOfText, 0, this.styleOfText.length);
    const isBlank = (bytes[start] ?? 0) <= BYTE.SPACE || (bytes[end - 1] ?? 0) <= BYTE.SPACE;
    const opening = isBlank ? BLANK_TEXT_START : TEXT_START;
    out.range(opening, 0, opening.length);
    if (end - start <= MAX_CELL_CHARACTERS) writeText(bytes, start, end, out);
    else {
      const text = bytes.toString('utf8', start, end);
      if (text.length > MAX_CELL_CHARACTERS) this.cuts++;
      const whole = Buffer.from(cutText(text));
      writeText(whole, 0, whole.length, out);
    }
    out.range(TEXT_END, 0, TEXT_END.length);
  }
}

/** The first characters of a text, as many as a cell shows, without half of a pair. */
const cutText = (text: string): string => text.slice(0, MAX_CELL_CHARACTERS).replace(/[\ud800-\udbff]$/, '');

/** Writes UTF-8 text as XML. Characters that XML does not have are `_x0001_`, and text that looks like that begins with `_x005F_`. */
export function writeText(bytes: Buffer, start: number, end: number, out: ByteWriter): void {
  out.reserve(8 * (end - start));
  const to = out.bytes;
  let position = out.length;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (SPECIAL[byte] === 0) {
      to[position++] = byte;
      continue;
    }
    const special = specialText(bytes, i, end);
    if (special === undefined) to[position++] = byte;
    else {
      special.copy(to, position);
      position += special.length;
      if (byte >= ASCII_END) i += 2;
    }
  }
  out.length = position;
}

const LOOKS_ESCAPED = /^_x[0-9a-f]{4}_/i;

/** What stands for a byte, or for the noncharacter that begins with it; undefined where it stands for itself. */
function specialText(bytes: Buffer, at: number, end: number): Buffer | undefined {
  const byte = bytes[at] ?? 0;
  if (byte < 0x20) return Buffer.from(`_x00${byte.toString(16).toUpperCase().padStart(2, '0')}_`);
  if (byte === UNDERSCORE) return LOOKS_ESCAPED.test(bytes.toString('latin1', at, Math.min(end, at + 7))) ? Buffer.from('_x005F_') : undefined;
  if (byte < ASCII_END) return ESCAPES.get(byte);
  const last = bytes[at + 2] ?? 0;
  return bytes[at + 1] === 0xbf && (last === 0xbe || last === 0xbf) ? Buffer.from(last === 0xbe ? '_xFFFE_' : '_xFFFF_') : undefined;
}

/** True for a decimal whose digits a spreadsheet keeps. */
function isShortNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let digits = 0;
  let points = 0;
  for (let i = bytes[start] === BYTE.MINUS ? start + 1 : start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === BYTE.DOT) points++;
    else if (isDigit(byte)) digits++;
    else return false;
  }
  return digits > 0 && digits <= MAX_DIGITS && points <= 1;
}

/** The number that spreadsheets show as a date; undefined for text that is none and for days before March 1900, which they count differently. */
function dayNumber(bytes: Buffer, start: number, end: number): string | undefined {
  const text = bytes.toString('latin1', start, end);
  const day = daysSince1900(text.slice(0, DATE_LENGTH));
  if (day === undefined || text.length === DATE_LENGTH) return day?.toString();
  const seconds = /^T(\d\d):(\d\d):(\d\d)$/.exec(text.slice(DATE_LENGTH));
  if (seconds === null || text.length < MINUTE_LENGTH) return undefined;
  const [, hour, minute, second] = seconds.map(Number);
  return String(day + ((hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0)) / 86_400);
}
