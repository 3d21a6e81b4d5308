import { dates } from '../../src/plugin';
import { BYTE, type ByteWriter, decodeText, Fragment, isDigit } from '../../src/plugin/io';
import type { FieldDef, ValueType } from './dictionary.types';

/** Read once, because an export of a module is looked up with every use. */
const { BACKSLASH, DOT, MINUS, NINE, QUOTE, SPACE, ZERO } = BYTE;

/** Writes a value as JSON; the range is not empty. */
export type ValueEncoder = (out: ByteWriter, bytes: Buffer, start: number, end: number) => void;

/** Numbers of more digits are not exact in every reader of JSON: they stay text. */
const MAX_DIGITS = 15;

/** Overpunch: the last character has the last digit and the sign. Index is the digit. */
const POSITIVE = '{ABCDEFGHI';
const NEGATIVE = '}JKLMNOPQR';

/** A number of implied decimals. */
export interface Signed {
  /** All digits. */
  readonly digits: string;
  readonly isNegative: boolean;
}

/**
 * Reads digits of which the last may carry a sign.
 *
 *     0000057A   571, positive        0000012}   120, negative        00000000   0, without sign
 */
export function readSigned(text: string): Signed | undefined {
  const last = text.charAt(text.length - 1);
  const positive = POSITIVE.indexOf(last);
  const negative = NEGATIVE.indexOf(last);
  const digit = positive >= 0 ? positive : negative;
  const digits = digit >= 0 && last !== '' ? text.slice(0, -1) + String(digit) : text;
  return /^\d+$/.test(digits) && digits.length <= MAX_DIGITS ? { digits, isNegative: negative >= 0 && last !== '' } : undefined;
}

/** Writes digits with the sign in the last of them. */
export function overpunch(digits: string, isNegative: boolean): string {
  const signs = isNegative ? NEGATIVE : POSITIVE;
  return digits.slice(0, -1) + signs.charAt(Number(digits.charAt(digits.length - 1)));
}

/** Writes text as a JSON string: byte for byte, unless one of them needs more. */
export function encodeText(out: ByteWriter, bytes: Buffer, start: number, end: number): void {
  out.reserve(end - start + 2);
  const to = out.bytes;
  let position = out.length;
  to[position++] = QUOTE;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH || byte > 0x7e) return out.text(JSON.stringify(decodeText(bytes, start, end)));
    to[position++] = byte;
  }
  to[position++] = QUOTE;
  out.length = position;
}

/** Returns the writer of a field's values. A value that is not of the field's type stays text. */
export function valueEncoder(field: FieldDef, describesCodes: boolean): ValueEncoder {
  if (field.shown !== undefined) return shownEncoder(field, describesCodes);
  const { decimals } = field;
  const encoders: Readonly<Record<ValueType, ValueEncoder>> = {
    text: encodeText,
    digits: encodeText,
    integer: numberEncoder(0, false),
    decimal: numberEncoder(decimals, true),
    amount: numberEncoder(decimals, true),
    date: encodeDay,
    time: encodeTime,
  };
  return encoders[field.type];
}

function numberEncoder(decimals: number, hasSign: boolean): ValueEncoder {
  return (out, bytes, start, end) => {
    for (let i = start; i < end - 1; i++) {
      const byte = bytes[i] ?? 0;
      if (byte < ZERO || byte > NINE) return encodeText(out, bytes, start, end);
    }
    const last = bytes[end - 1] ?? 0;
    const sign = signOf(last);
    if (sign === undefined || end - start > MAX_DIGITS || (!hasSign && last > NINE)) return encodeText(out, bytes, start, end);
    writeDecimal(out, bytes, { start, last: end - 1, point: end - decimals }, sign);
  };
}

interface LastDigit {
  readonly digit: number;
  readonly isNegative: boolean;
}

/** Meaning of the last character of a number, by its byte. */
const LAST_DIGITS: readonly (LastDigit | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (isDigit(byte)) return { digit: byte - ZERO, isNegative: false };
  const [positive, negative] = [POSITIVE.indexOf(char), NEGATIVE.indexOf(char)];
  if (positive >= 0) return { digit: positive, isNegative: false };
  return negative >= 0 ? { digit: negative, isNegative: true } : undefined;
});

const signOf = (byte: number): LastDigit | undefined => LAST_DIGITS[byte];

/** Positions of the digits of a number; those from `point` on are decimals. */
interface Digits {
  readonly start: number;
  readonly last: number;
  readonly point: number;
}

/** Writes a number without insignificant zeros: 00571 with two decimals is 5.71, 500 is 5, and 5 is 0.05. */
function writeDecimal(out: ByteWriter, bytes: Buffer, { start, last, point }: Digits, { digit, isNegative }: LastDigit): void {
  out.reserve(last - Math.min(start, point) + NUMBER_OVERHEAD);
  const to = out.bytes;
  let position = out.length;
  if (isNegative) to[position++] = MINUS;
  let at = start;
  while (at < point - 1 && at < last && bytes[at] === ZERO) at++;
  if (at >= point) to[position++] = ZERO;
  for (; at < point; at++) to[position++] = at === last ? ZERO + digit : (bytes[at] ?? 0);
  let end = last + 1;
  if (digit === 0) for (end = last; end > start && bytes[end - 1] === ZERO;) end--;
  if (end > point && (digit > 0 || end > start)) {
    to[position++] = DOT;
    for (let i = point; i < end; i++) to[position++] = i < start ? ZERO : i === last ? ZERO + digit : (bytes[i] ?? 0);
  }
  out.length = position;
}

/** Sign, point and a zero before it. */
const NUMBER_OVERHEAD = 4;

const encodeDay: ValueEncoder = (out, bytes, start, end) => {
  const day = dates.readDate8(bytes, start, end);
  if (day < 0) encodeText(out, bytes, start, end);
  else out.date(day);
};

const encodeTime: ValueEncoder = (out, bytes, start, end) => {
  const text = bytes.toString('latin1', start, end);
  const isTime = text.length === 4 && dates.digitsOfTime(text) !== undefined;
  out.text(JSON.stringify(isTime ? `${text.slice(0, 2)}:${text.slice(2)}` : text));
};

/** Codes come as { code, desc }. A value that equals the shown form of another code stays text, so that the two are distinguished. */
function shownEncoder({ shown, list }: FieldDef, describesCodes: boolean): ValueEncoder {
  const known = new Map<string, Fragment>();
  const fragmentOf = (code: string, desc: string | undefined): Fragment =>
    new Fragment(JSON.stringify({ code, ...(describesCodes && desc !== undefined ? { desc } : {}) }));
  for (const [value, desc] of list?.codes ?? []) known.set(value, fragmentOf(value, desc));
  for (const [value, { code, desc }] of shown ?? []) known.set(value, fragmentOf(code, desc));
  for (const { code } of shown?.values() ?? []) known.set(code, new Fragment(JSON.stringify(code)));
  const ofShort = new Map(
    [...known].filter(([value]) => SHORT_CODE.test(value)).map(([value, fragment]) => [shortCode(Buffer.from(value), 0, value.length), fragment]),
  );
  return (out, bytes, start, end) => {
    const short = end - start <= MAX_SHORT_CODE ? ofShort.get(shortCode(bytes, start, end)) : undefined;
    if (short !== undefined) return out.raw(short);
    const value = decodeText(bytes, start, end);
    const fragment = known.get(value);
    if (fragment === undefined) out.text(JSON.stringify({ code: value }));
    else out.raw(fragment);
  };
}

/** Codes of so few bytes are found by their bytes as one number, without text. */
const MAX_SHORT_CODE = 3;
const SHORT_CODE = /^[!-~]{1,3}$/;

function shortCode(bytes: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let i = start; i < end; i++) code = (code << 8) | (bytes[i] ?? 0);
  return code;
}

/** The text of a value of JSON, or its error. */
export type Written = { readonly text: string } | { readonly problem: string };

/** Returns the text of a value, of a number in full length. A text that is not of the field's type is written unchanged. */
export function writeValue(field: FieldDef, value: unknown): Written {
  if (typeof value === 'string') return textOf(field, value);
  if (typeof value === 'object' && value !== null && field.shown !== undefined) return codeOf(field, value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: `expected ${EXPECTED[field.type]}` };
  return numberOf(field, value);
}

const EXPECTED: Readonly<Record<ValueType, string>> = {
  text: 'a string',
  digits: 'a string of digits',
  integer: 'a whole number',
  decimal: 'a number',
  amount: 'a number',
  date: 'a date yyyy-mm-dd',
  time: 'a time HH:mm',
};

const SEPARATORS = /[\u0002\u0003\u001c-\u001e]/;

function textOf({ type }: FieldDef, value: string): Written {
  if (SEPARATORS.test(value)) return { problem: 'a separator of the format stands in the text' };
  if (type === 'date') return { text: /^\d{4}-/.test(value) ? (dates.digitsOfDay(value) ?? value) : value };
  return { text: type === 'time' && /^\d\d:\d\d$/.test(value) ? value.replace(':', '') : value };
}

function codeOf({ shown }: FieldDef, value: object): Written {
  if (!('code' in value) || typeof value.code !== 'string') return { problem: 'expected an object with the string `code`' };
  const { code } = value;
  if (SEPARATORS.test(code)) return { problem: 'a separator of the format stands in the text' };
  for (const [raw, { code: shownCode }] of shown ?? []) if (shownCode === code) return { text: raw };
  return { text: code };
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?$/;

function numberOf({ type, decimals, length }: FieldDef, value: number): Written {
  const match = NUMBER.exec(Object.is(value, -0) ? '-0' : String(value));
  const [, minus, whole = '', fraction = ''] = match ?? [];
  if (type === 'date' || type === 'time' || match === null) return { problem: `expected ${EXPECTED[type]}` };
  if (minus === '-' && type !== 'amount' && type !== 'decimal') return { problem: `expected ${EXPECTED[type]} that is not negative` };
  if (fraction.length > decimals) return { problem: `expected no more than ${decimals} decimals` };
  if (type === 'text') return { text: whole };
  const digits = (whole + fraction.padEnd(decimals, '0')).replace(/^0+(?=\d)/, '').padStart(length, '0');
  return { text: type === 'amount' || minus === '-' ? overpunch(digits, minus === '-') : digits };
}
