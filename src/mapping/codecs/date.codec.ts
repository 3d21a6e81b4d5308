import type { Fragment } from '../../common/fragment';
import type { Chunk } from '../../x12/segment';
import type { ByteWriter } from '../../common/byte-writer';
import { digitsOfDay, digitsOfTime, formatDate, formatTime, readDate6, readDate8 } from '../../common/dates';
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
export function writeTime(value: unknown): string | undefined {
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
export const shortDateCodec: Codec<string> = {
  schema: dateCodec.schema,
  encode: ({ out }, key, chunk, start, end) => {
    const value = readShortDate(chunk, start, end);
    if (value === undefined) return;
    out.raw(key);
    out.text(`"${value}"`);
  },
  write: (value) => writeDay(value)?.slice(2),
};

function readShortDate(chunk: Chunk, start: number, end: number): string | undefined {
  const value = end - start === 6 ? readDate6(chunk.bytes, start, end) : readDate8(chunk.bytes, start, end);
  return value < 0 ? undefined : formatDate(value);
}

/** TM elements, HHMM to HHMMSSDD, as HH:mm:ss with the fraction that is there. */
export const timeCodec: Codec<string> = timesAs(formatTime);

/** Length of HHMM, and of HHMMSSDD. */
const MINUTE_LENGTH = 4;
const HUNDREDTHS_LENGTH = 8;

/** GS05: the interface shows one with hundredths to the minute. */
export const groupTimeCodec: Codec<string> = timesAs(
  (text) => formatTime(text) && formatTime(text.length === HUNDREDTHS_LENGTH ? text.slice(0, MINUTE_LENGTH) : text),
);

function timesAs(format: (text: string) => string | undefined): Codec<string> {
  return {
    schema: { type: 'string', format: 'time' },
    encode: ({ out }, key, chunk, start, end) => {
      const value = format(chunk.text(start, end));
      if (value === undefined) return;
      out.raw(key);
      out.text(`"${value}"`);
    },
    write: writeTime,
  };
}
