import { isDigit } from '../../common/bytes';
import { EdiError } from '../../common/edi-error';
import type { Segment, SegmentList } from '../../x12/segment';
import { NO_SEGMENT_KEY } from '../../x12/segment-key';
import { SegmentReader } from '../../x12/segment-reader';
import { maskText } from './masked-text';
import { type PlacePlan, type PrivacyTable, type SegmentPlan, UNKNOWN_PLACE } from './privacy-table';
import type { Pseudonyms } from './pseudonyms';
import type { ScrubWindow } from './scrub-window';
import { isTime } from './shifted-dates';

const MAX_COUNTER_DIGITS = 6;
const MAX_NUMBER_DIGITS = 8;
/** Digits of a number with a decimal point, which no identifier has. */
const MAX_DECIMAL_DIGITS = 15;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const EXPONENT = 0x45;

const MAX_ID_BYTES = 3;

/** Pseudonyms that are tried for a code that is not valid, until one is not valid either. */
const MAX_TRIES = 50;

/** Replaces the values of X12 where they stand. Delimiters, line breaks, lengths and segment ids stay. */
export class X12Scrubber {
  private readonly reader: SegmentReader;
  private readonly plans = new Map<number, SegmentPlan | undefined>();

  constructor(
    private readonly table: PrivacyTable,
    private readonly pseudonyms: Pseudonyms,
    private readonly window: ScrubWindow,
    maxSegmentBytes: number,
  ) {
    this.reader = new SegmentReader({ maxSegmentBytes, onSegments: (segments) => this.takeSegments(segments) });
  }

  /** Reads the next bytes; those before `readBytes` are done. */
  write(bytes: Buffer): void {
    this.reader.write(bytes);
  }

  /** Ends the input; a broken-off segment is masked, but for its id. Throws EDI_NOT_EDI and EDI_EMPTY_INPUT. */
  end(): void {
    this.reader.end();
    const { readBytes } = this;
    const id = /^[A-Za-z0-9]{2,3}(?![A-Za-z0-9])/.exec(this.window.textAt(readBytes, MAX_ID_BYTES + 1))?.[0] ?? '';
    if (this.table.planOf(id.toUpperCase()) !== undefined) this.window.keep(readBytes, readBytes + id.length);
  }

  get readBytes(): number {
    return this.reader.readBytes;
  }

  private takeSegments(segments: SegmentList): void {
    if (segments.length === 0) return;
    const first = segments.at(0);
    const last = segments.at(segments.length - 1);
    const { chunk } = first;
    const from = first.start(0);
    const to = last.end(last.elementCount);
    const copy = Buffer.from(chunk.bytes.subarray(from, to));
    for (const segment of segments) this.scrub(segment, copy, from);
    this.put(copy, (at) => chunk.byteOffset(from + at));
  }

  /** Wrapped lines have line breaks in the input between two bytes of a copy. */
  private put(copy: Buffer, offsetOf: (at: number) => number): void {
    const start = offsetOf(0);
    if (offsetOf(copy.length - 1) === start + copy.length - 1) return this.window.put(copy, start, 0, copy.length);
    for (let i = 0; i < copy.length;) {
      const at = offsetOf(i);
      let to = i + 1;
      while (to < copy.length && offsetOf(to) === at + to - i) to++;
      this.window.put(copy, at, i, to);
      i = to;
    }
  }

  private scrub(segment: Segment, copy: Buffer, shift: number): void {
    const plan = this.planOf(segment);
    if (plan === undefined) this.replaceId(segment, copy, shift);
    for (let i = 1; i <= segment.elementCount; i++) {
      const start = segment.start(i) - shift;
      const end = segment.end(i) - shift;
      if (start < end) this.element(plan?.[i - 1] ?? UNKNOWN_PLACE, copy, start, end, segment);
    }
  }

  private planOf({ key, id }: Segment): SegmentPlan | undefined {
    if (key === NO_SEGMENT_KEY) return undefined;
    let plan = this.plans.get(key);
    if (plan === undefined && !this.plans.has(key)) {
      plan = this.table.planOf(id);
      this.plans.set(key, plan);
    }
    return plan;
  }

  /** An id that nobody knows may be a value that stands at a wrong place. */
  private replaceId(segment: Segment, copy: Buffer, shift: number): void {
    const start = segment.start(0) - shift;
    const end = segment.end(0) - shift;
    for (let i = 0; i < MAX_TRIES; i++) {
      this.pseudonyms.replace('id', copy, start, end);
      if (this.table.planOf(copy.toString('latin1', start, end).toUpperCase()) === undefined) return;
    }
  }

  private element(place: PlacePlan, copy: Buffer, start: number, end: number, { chunk, key }: Segment): void {
    if (place.isSeparator === true && end - start === 1) return;
    const { component, repetition } = chunk.delimiters;
    const isWhole = key === ISA;
    const { components } = place;
    const simple = components.length === 0 ? place : undefined;
    let number = 0;
    for (let i = start, from = start; i <= end; i++) {
      const byte = copy[i];
      const isEnd = i === end;
      if (!isEnd && (isWhole || (byte !== component && byte !== repetition))) continue;
      if (from < i) this.value(simple ?? components[number] ?? UNKNOWN_PLACE, copy, from, i);
      number = !isEnd && byte === component ? number + 1 : 0;
      from = i + 1;
    }
  }

  private value(place: PlacePlan, copy: Buffer, start: number, end: number): void {
    if (staysAt(place, copy, start, end)) return;
    const { kind, stays } = place;
    const { pseudonyms } = this;
    switch (kind) {
      case 'words':
      case 'id':
      case 'control':
      case 'routing':
        return pseudonyms.replace(kind, copy, start, end);
      case 'counter':
      case 'number':
        return pseudonyms.replace('id', copy, start, end);
      case 'text':
        return maskText(copy, start, end);
      case 'date':
        return pseudonyms.date(copy, start, end);
      case 'period':
        return pseudonyms.period(copy, start, end);
      case 'time':
        return pseudonyms.time(copy, start, end);
      case 'code':
        return this.code(stays, copy, start, end);
    }
  }

  /** A code that is not valid becomes another that is not. */
  private code(stays: PlacePlan['stays'], copy: Buffer, start: number, end: number): void {
    for (let i = 0; i < MAX_TRIES; i++) {
      this.pseudonyms.replace('id', copy, start, end);
      if (stays?.has(copy, start, end) !== true) return;
    }
  }
}

const ISA = 0x495341;

/** True for a value that identifies nobody at its place: a published code, a number of few digits, a time of the clock. */
export function staysAt({ kind, stays }: PlacePlan, bytes: Buffer, start: number, end: number): boolean {
  if (stays?.has(bytes, start, end) === true) return true;
  if (kind === 'time') return isTime(bytes, start, end);
  if (kind === 'counter') return isNumber(bytes, start, end, MAX_COUNTER_DIGITS);
  return kind === 'number' && isNumber(bytes, start, end, MAX_NUMBER_DIGITS);
}

/** True for a number that may stay: of few digits, or with a decimal point. Signs and exponents are as the type R has them. */
function isNumber(bytes: Uint8Array, start: number, end: number, maxDigits: number): boolean {
  let digits = 0;
  let hasPoint = false;
  let exponentAt = -2;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (isDigit(byte)) digits++;
    else if (byte === DOT && !hasPoint) hasPoint = true;
    else if ((byte === EXPONENT || byte === EXPONENT + 0x20) && digits > 0 && exponentAt < 0) exponentAt = i;
    else if ((byte !== MINUS && byte !== PLUS) || (i > start && i !== exponentAt + 1)) return false;
  }
  return digits > 0 && digits <= (hasPoint ? MAX_DECIMAL_DIGITS : maxDigits);
}

/** Throws for a format that nobody can scrub. */
export function notScrubbable(format: string): EdiError {
  return new EdiError('EDI_BAD_PARAMETER', `Files of the format ${format} cannot be scrubbed: its plugin has no openScrub.`);
}
