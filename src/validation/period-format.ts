import { BYTE, isDigit } from '../common/bytes';
import { readDate6, readDate8 } from '../common/dates';
import { packCode, packText } from '../common/pack-code';

/** Formats of dates by data element 1250, packed. Other formats are not checked. */
const D8 = packText('D8');
const D6 = packText('D6');
const RD8 = packText('RD8');
const RD6 = packText('RD6');
const DT = packText('DT');
const TM = packText('TM');
const RTM = packText('RTM');

const DAY_LENGTH = 8;
const SHORT_DAY_LENGTH = 6;

/** The part of a value that is no date or time: its begin and end; undefined for a valid value. */
export type WrongPart = 'whole' | 'from' | 'to' | undefined;

/** True when a value is a date, time or period of its format. */
export function isPeriod(bytes: Uint8Array, formatStart: number, formatEnd: number, start: number, end: number): boolean {
  const format = packCode(bytes, formatStart, formatEnd);
  if (format === D8) return readDate8(bytes, start, end) >= 0;
  return wrongPart(bytes, format, start, end) === undefined;
}

/** The part of a value that is not of its format. */
export function wrongPart(bytes: Uint8Array, format: number, start: number, end: number): WrongPart {
  switch (format) {
    case D8:
      return readDate8(bytes, start, end) < 0 ? 'whole' : undefined;
    case D6:
      return readDate6(bytes, start, end) < 0 ? 'whole' : undefined;
    case TM:
      return isTime(bytes, start, end) ? undefined : 'whole';
    case DT:
      return readDate8(bytes, start, start + DAY_LENGTH) >= 0 && isTime(bytes, start + DAY_LENGTH, end) ? undefined : 'whole';
    case RD8:
      return wrongSide(bytes, start, end, (from, to) => to - from === DAY_LENGTH && readDate8(bytes, from, to) >= 0);
    case RD6:
      return wrongSide(bytes, start, end, (from, to) => to - from === SHORT_DAY_LENGTH && readDate6(bytes, from, to) >= 0);
    case RTM:
      return wrongSide(bytes, start, end, (from, to) => isTime(bytes, from, to));
    default:
      return undefined;
  }
}

function wrongSide(bytes: Uint8Array, start: number, end: number, isGood: (from: number, to: number) => boolean): WrongPart {
  let dash = start;
  while (dash < end && (bytes[dash] ?? 0) !== BYTE.MINUS) dash++;
  if (dash === end) return 'whole';
  if (!isGood(start, dash)) return 'from';
  return isGood(dash + 1, end) ? undefined : 'to';
}

const SECONDS_LENGTH = 6;
const MAX_TIME_LENGTH = 8;

/** True for HHMM, HHMMSS, HHMMSSD and HHMMSSDD. */
export function isTime(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 4 && (length < SECONDS_LENGTH || length > MAX_TIME_LENGTH)) return false;
  for (let i = start; i < end; i++) if (!isDigit(bytes[i] ?? 0)) return false;
  return twoDigits(bytes, start) < 24 && twoDigits(bytes, start + 2) < 60 && (length === 4 || twoDigits(bytes, start + 4) < 60);
}

function twoDigits(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) - BYTE.ZERO) * 10 + (bytes[at + 1] ?? 0) - BYTE.ZERO;
}
