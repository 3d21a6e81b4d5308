import type { ByteWriter } from '../../common/byte-writer';
import type { Fragment } from '../../common/fragment';
import type { Chunk } from '../../x12/segment';
import { BYTE, isDigit } from '../../common/bytes';
import type { Codec } from './codec';

/**
 * R, N0 and amount elements as JSON numbers. The digits of the input are kept as they are where they form a JSON number
 * (`12.50` stays `12.50`), so no amount goes through binary floating point on the way from bytes to bytes.
 */
export const numberCodec: Codec<number> = {
  schema: { type: 'number' },
  format: { kind: 'number' },
  encode: ({ out }, key, chunk, start, end) => encodeNumber(out, key, chunk, start, end),
  write: decimalText,
};

/**
 * Elements without a decimal point (N1 to N9), by the number of digits after it:
 *
 *     TDS*12345    with two decimals 123.45
 *
 * A sender that writes the point all the same means it.
 */
export const impliedDecimalCodec = (decimals: number): Codec<number> => ({
  schema: { type: 'number' },
  encode: ({ out }, key, chunk, start, end) => {
    const text = withPoint(chunk.text(start, end), decimals);
    if (text === undefined) return;
    out.raw(key);
    out.text(text);
  },
  write: (value) => withoutPoint(withoutZeros(decimalText(value)), decimals),
});

/** `123.45` for `12345`. */
function withPoint(text: string, decimals: number): string | undefined {
  const number = normaliseNumber(text);
  if (number === undefined || number.includes('.')) return number;
  const digits = number.replace('-', '').padStart(decimals + 1, '0');
  return `${number.startsWith('-') ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `12345` for `123.45`; undefined for more digits than the element has. */
function withoutPoint(text: string | undefined, decimals: number): string | undefined {
  if (text === undefined || text === '') return text;
  const [whole = '', fraction = ''] = text.split('.');
  return fraction.length > decimals ? undefined : normaliseNumber(whole + fraction.padEnd(decimals, '0'));
}

/** As numbers, for elements that count: a fraction is no value. */
export const integerCodec: Codec<number> = {
  schema: { type: 'integer' },
  encode: ({ out }, key, chunk, start, end) => {
    if (isShortInteger(chunk.bytes, start, end)) {
      out.raw(key);
      out.copy(chunk.view, start, end);
      return;
    }
    const value = readInteger(chunk, start, end);
    if (value === undefined) return;
    out.raw(key);
    out.text(String(value));
  },
  write: writeInteger,
};

function writeInteger(value: unknown): string | undefined {
  const text = withoutZeros(decimalText(value));
  return text === undefined || text.includes('.') ? undefined : text;
}

/**
 * Gives a number of JSON, or text that is a decimal number, as X12 writes it: all its digits and no exponent. Text keeps the zeros at the end
 * of its fraction. Undefined for anything else.
 */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? textOfNumber(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const normal = value === '' ? '' : normaliseNumber(value);
  if (normal === undefined) return undefined;
  const text = withoutExponent(normal);
  return text.startsWith('-') && Number(text) === 0 ? text.slice(1) : text;
}

/** A decimal without the zeros at the end of its fraction. */
const withoutZeros = (text: string | undefined): string | undefined => (text?.includes('.') === true ? text.replace(/\.?0+$/, '') : text);

/** Numbers at least this large are shown with an exponent, and so are those below the least one. */
const MOST_WITHOUT_EXPONENT = 1e21;
const LEAST_WITHOUT_EXPONENT = 1e-6;

/** Fractions of amounts, by their cents. */
const FRACTIONS = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1));

/** Amounts below this have cents that fit a small integer. */
const MOST_QUICK = 1e7;

function textOfNumber(value: number): string {
  const size = Math.abs(value);
  if (size < MOST_QUICK && value > 0) {
    // Amounts take longer to show as the fractions that they are than as whole cents.
    const cents = Math.round(value * 100);
    if (cents / 100 === value && cents > 0) return `${(cents - (cents % 100)) / 100}${FRACTIONS[cents % 100] ?? ''}`;
  }
  return size < MOST_WITHOUT_EXPONENT && size >= LEAST_WITHOUT_EXPONENT ? String(value) : withoutExponent(String(value));
}

const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** `1.5e-7` as `0.00000015`. */
function withoutExponent(text: string): string {
  const match = EXPONENT.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = match;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return digits.length > point ? `${sign}${digits.slice(0, point)}.${digits.slice(point)}` : sign + digits.padEnd(point, '0');
}

/** The whole part of numbers, for counts that senders give with decimals. */
export const wholePartCodec: Codec<number> = {
  schema: { type: 'integer' },
  encode: ({ out }, key, chunk, start, end) => {
    const value = readWholePart(chunk, start, end);
    if (value === undefined) return;
    out.raw(key);
    out.text(String(value));
  },
  write: writeInteger,
};

function readWholePart(chunk: Chunk, start: number, end: number): number | undefined {
  const value = readNumber(chunk, start, end);
  return value === undefined || !Number.isSafeInteger(Math.trunc(value)) ? undefined : Math.trunc(value);
}

/** Digits that surely fit a safe integer. */
const SHORT_DIGITS = 15;

/** True for bytes that are an integer of JSON as they are, as most are. */
function isShortInteger(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > SHORT_DIGITS || ((bytes[start] ?? 0) === BYTE.ZERO && end - start > 1)) return false;
  for (let i = start; i < end; i++) if (!isDigit(bytes[i] ?? 0)) return false;
  return start < end;
}

function readNumber(chunk: Chunk, start: number, end: number): number | undefined {
  const text = normaliseNumber(chunk.text(start, end));
  return text === undefined ? undefined : Number(text);
}

/** Gives a whole number; undefined for anything else. */
export function readInteger(chunk: Chunk, start: number, end: number): number | undefined {
  const value = readNumber(chunk, start, end);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Writes a number with its key; nothing when the bytes are none. */
export function encodeNumber(out: ByteWriter, key: Fragment, chunk: Chunk, start: number, end: number): void {
  if (isJsonNumber(chunk.bytes, start, end)) {
    out.raw(key);
    out.copy(chunk.view, start, end);
    return;
  }
  const text = normaliseNumber(chunk.text(start, end));
  if (text === undefined) return;
  out.raw(key);
  out.text(text);
}

/** True for bytes that are a JSON number without exponent: `0`, `-3`, `12.50`, but not `.5`, `+1` or `007`. */
export function isJsonNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let i = start;
  if ((bytes[i] ?? 0) === BYTE.MINUS) i++;
  const digitsFrom = i;
  while (i < end && isDigit(bytes[i] ?? 0)) i++;
  if (i === digitsFrom || ((bytes[digitsFrom] ?? 0) === BYTE.ZERO && i > digitsFrom + 1)) return false;
  if (i === end) return true;
  if ((bytes[i] ?? 0) !== BYTE.DOT) return false;
  const fractionFrom = ++i;
  while (i < end && isDigit(bytes[i] ?? 0)) i++;
  return i === end && i > fractionFrom;
}

const DECIMAL = /^([+-]?)0*(\d*)(?:\.(\d*))?$/;
const WITH_EXPONENT = /^[+-]?\d*\.?\d*[Ee][+-]?\d{1,2}$/;

/** Gives the JSON number of a decimal that X12 allows and JSON does not (`.5`, `+1`, `007`, `1E3`); undefined when it is none. */
export function normaliseNumber(text: string): string | undefined {
  const trimmed = text.trim();
  const match = DECIMAL.exec(trimmed);
  if (match !== null) {
    if (!/\d/.test(trimmed)) return undefined;
    const [, sign, whole, fraction] = match;
    return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction ? `.${fraction}` : ''}`;
  }
  if (!WITH_EXPONENT.test(trimmed) || !Number.isFinite(Number(trimmed))) return undefined;
  return String(Number(trimmed));
}
