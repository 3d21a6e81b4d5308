import type { ByteWriter } from '../../common/byte-writer';
import { BYTE } from '../../common/bytes';
import { digitsOfDay, digitsOfTime, formatDate, formatTime, readDate6, readDate8 } from '../../common/dates';
import type { Fragment } from '../../common/fragment';
import type { Chunk } from '../../x12/segment';
import type { JsonSchema } from '../json-schema';
import type { Codec } from './codec';

/** DT elements of eight digits, CCYYMMDD, as yyyy-mm-dd; what is no date of the calendar has no value. */
export const dateCodec: Codec<string> = {
  schema: { type: 'string', format: 'date' },
  format: { kind: 'date' },
  encode: ({ out }, key, chunk, start, end) => encodeDate(out, key, chunk, start, end),
  write: writeDay,
};

/** CCYYMMDD for a day. */
export function writeDay(value: unknown): string | undefined {
  return typeof value === 'string' ? value && digitsOfDay(value) : undefined;
}

/** HHMM, HHMMSS or HHMMSSDD for a time. */
function writeTime(value: unknown): string | undefined {
  return typeof value === 'string' ? value && digitsOfTime(value) : undefined;
}

/** Writes a date with its key; nothing when the bytes are none. */
export function encodeDate(out: ByteWriter, key: Fragment, chunk: Chunk, start: number, end: number): void {
  const value = readDate8(chunk.bytes, start, end);
  if (value < 0) return;
  out.raw(key);
  out.date(value);
}

/** DT elements of six or eight digits (ISA09 has no century). */
export const shortDateCodec: Codec<string> = textsAs('date', readShortDate, (value) => writeDay(value)?.slice(2));

function readShortDate(chunk: Chunk, start: number, end: number): string | undefined {
  const value = end - start === 6 ? readDate6(chunk.bytes, start, end) : readDate8(chunk.bytes, start, end);
  return value < 0 ? undefined : formatDate(value);
}

/** TM elements, HHMM to HHMMSSDD, as HH:mm:ss with the fraction that is there. */
export const timeCodec: Codec<string> = textsAs('time', (chunk, start, end) => formatTime(chunk.text(start, end)), writeTime);

/** Length of HHMM, and of HHMMSSDD. */
const MINUTE_LENGTH = 4;
const HUNDREDTHS_LENGTH = 8;

/** GS05: the interface shows one with hundredths to the minute. */
export const groupTimeCodec: Codec<string> = textsAs(
  'time',
  (chunk, start, end) => {
    const text = chunk.text(start, end);
    return formatTime(text) && formatTime(text.length === HUNDREDTHS_LENGTH ? text.slice(0, MINUTE_LENGTH) : text);
  },
  writeTime,
);

/** Length of CCYYMMDD. */
const DATE_LENGTH = 8;
/** Length of CCYYMMDD-CCYYMMDD. */
const PERIOD_LENGTH = 17;

/** The days of a date time period (data element 1251), as yyyymmdd; -1 for a day that is not there or is none of the calendar. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const NO_PERIOD: Period = { from: -1, to: -1 };

/**
 * Reads a date (D8), a period (RD8), or a date with a time (DT). The value decides the form, because format
 * qualifiers are often wrong where the value is not.
 */
export function readPeriod(bytes: Uint8Array, start: number, end: number): Period {
  const length = end - start;
  if (length === PERIOD_LENGTH && bytes[start + DATE_LENGTH] === BYTE.MINUS) {
    return { from: readDate8(bytes, start, start + DATE_LENGTH), to: readDate8(bytes, start + DATE_LENGTH + 1, end) };
  }
  const isDay = length === DATE_LENGTH || isDateWithTime(bytes, start, end);
  return isDay ? { from: readDate8(bytes, start, start + DATE_LENGTH), to: -1 } : NO_PERIOD;
}

function isDateWithTime(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start >= DATE_LENGTH + 4 && end - start <= DATE_LENGTH + 8 && timeAfterDate(bytes, start, end) !== undefined;
}

function timeAfterDate(bytes: Uint8Array, start: number, end: number): string | undefined {
  return formatTime(Buffer.from(bytes.buffer, bytes.byteOffset + start + DATE_LENGTH, end - start - DATE_LENGTH).toString('latin1'));
}

/** The day, or the first day of a period, as yyyy-mm-dd. */
export const periodFromCodec: Codec<string> = dayCodec(
  ({ from }) => from,
  (day, before) => (before === '' ? day : `${day}-${before}`),
);

/** The last day of a period, as yyyy-mm-dd; a single day has none. */
export const periodToCodec: Codec<string> = {
  ...dayCodec(
    ({ to }) => to,
    (day, before) => `${before}-${day}`,
  ),
  isSecond: true,
};

/** `join` puts a day to the other one of the period, when that stands there. */
function dayCodec(pick: (period: Period) => number, join: (day: string, before: string) => string): Codec<string> {
  const read = (chunk: Chunk, start: number, end: number): number => pick(readPeriod(chunk.bytes, start, end));
  return {
    schema: { type: 'string', format: 'date' },
    encode: ({ out }, key, chunk, start, end) => {
      const day = read(chunk, start, end);
      if (day < 0) return;
      out.raw(key);
      out.date(day);
    },
    write: (value, before) => {
      const day = writeDay(value);
      return day === undefined || day === '' ? day : join(day, before);
    },
  };
}

/** A date with a time (DT) as yyyy-mm-ddTHH:mm:ss; a date alone as yyyy-mm-dd, because no hour is known. */
export const dateTimeCodec: Codec<string> = textsAs(
  'date-time',
  ({ bytes }, start, end) => {
    const { from } = readPeriod(bytes, start, end);
    if (from < 0) return undefined;
    const time = isDateWithTime(bytes, start, end) ? timeAfterDate(bytes, start, end) : undefined;
    return time === undefined ? formatDate(from) : `${formatDate(from)}T${time}`;
  },
  writeDateTime,
);

function writeDateTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return value === '' ? '' : undefined;
  const [date = '', hours] = value.split('T');
  const day = digitsOfDay(date);
  const time = hours === undefined ? '' : digitsOfTime(hours);
  return day === undefined || time === undefined ? undefined : day + time;
}

/** A time (TM), or the time of a date with a time (DT), as HH:mm:ss; a date alone has none, although its digits could be a time. */
export const timeOfDayCodec: Codec<string> = textsAs(
  'time',
  (chunk, start, end) => {
    if (isDateWithTime(chunk.bytes, start, end)) return timeAfterDate(chunk.bytes, start, end);
    return readDate8(chunk.bytes, start, end) < 0 ? formatTime(chunk.text(start, end)) : undefined;
  },
  (value, before) => {
    const time = writeTime(value);
    return time && before + time;
  },
);

function textsAs(
  format: NonNullable<JsonSchema['format']>,
  read: (chunk: Chunk, start: number, end: number) => string | undefined,
  write: NonNullable<Codec<string>['write']>,
): Codec<string> {
  return {
    schema: { type: 'string', format },
    encode: ({ out }, key, chunk, start, end) => {
      const value = read(chunk, start, end);
      if (value === undefined) return;
      out.raw(key);
      out.text(`"${value}"`);
    },
    write,
  };
}
