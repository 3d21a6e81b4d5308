import { BYTE } from '../../common/bytes';
import type { ElementDef, SegmentDef } from '../../guide/guide.types';
import { isPeriod } from '../../validation/period-format';
import { Chunk, Segment } from '../../x12/segment';
import { isBlank, isReadableDate } from './element-forms';

/** A value of a segment: an element, a component or a repetition that is not empty. */
export interface ValuePlace {
  /** From 1. */
  readonly element: number;
  /** From 1; undefined for a simple element. */
  readonly component: number | undefined;
  /** From 1; undefined for an element that does not repeat. */
  readonly repetition: number | undefined;
  /** Where it stands in the chunk. */
  readonly start: number;
  readonly end: number;
  /** True for a period of which one day alone reaches a field. */
  readonly isPart?: true;
  /** True for a number with a fraction, at a place whose field shows whole numbers: 3.5, and 3.0 is of the same form. */
  readonly isFraction?: true;
}

/**
 * Data elements that say what stands beside them, or that only count or number: they carry no data of their own. Qualifiers of dates, amounts,
 * quantities, references, contacts, persons and products; the form of a date; units; numbers of levels and lines; counts and control numbers of the envelope.
 */
const DATA_ELEMENTS_OF_STRUCTURE: ReadonlySet<string> = new Set(
  '66 96 98 128 143 235 329 355 365 366 374 506 522 554 569 628 673 734 735 736 1005 1065 1250 1270 1705'.split(' '),
);

/** True for a code or number that only says what another value means, or that the guide fixes. What is no such code is data. */
function isOfStructure(def: SegmentDef, { element, component, start, end }: ValuePlace, segment: Segment): boolean {
  if (def === def.loop.trigger && def.loop.parent === undefined) return true;
  const { chunk } = segment;
  const part = declaredAt(def, { element, component });
  if (part === undefined) return false;
  if (isStructural(def, { element, component }, part.dataElement)) {
    // A code that the guide does not have says something that no other place says.
    const isOfGuide = end - start <= part.max && part.codes?.includes(chunk.text(start, end)) !== false;
    return isOfGuide && !(part.dataElement === FORMAT && isOtherFormat(segment, start, end));
  }
  return part.codes?.length === 1 && part.codes[0] === chunk.text(start, end);
}

/** The element or component of the guide at a place. */
export function declaredAt({ elements }: SegmentDef, { element, component }: Pick<ValuePlace, 'element' | 'component'>): ElementDef | undefined {
  const declared = elements[element - 1];
  return component === undefined ? declared : declared?.components?.[component - 1];
}

/** Date time period format qualifier. */
const FORMAT = '1250';

/** True for the format of a date that the date behind it does not have. The date is read by its own form, so that the format is lost. */
function isOtherFormat(segment: Segment, start: number, end: number): boolean {
  const { bytes, delimiters } = segment.chunk;
  const from = end + 1;
  const last = segment.end(segment.elementCount);
  let to = from;
  while (to < last && bytes[to] !== delimiters.element && bytes[to] !== delimiters.component && bytes[to] !== delimiters.repetition) to++;
  return from < to && isReadableDate(segment.chunk, from, to) && !isPeriod(bytes, start, end, from, to);
}

/** True for an element that is read or not by what stands behind it: see `isOtherFormat`. */
export const dependsOnNext = (declared: ElementDef | undefined): boolean => declared?.dataElement === FORMAT;

function isStructural({ qualifiers }: SegmentDef, { element, component }: Pick<ValuePlace, 'element' | 'component'>, dataElement: string): boolean {
  if (DATA_ELEMENTS_OF_STRUCTURE.has(dataElement)) return true;
  return qualifiers.some((qualifier) => qualifier.element === element && (qualifier.component ?? 1) === (component ?? 1));
}

/** Gives the values of a segment that carry data, one after the other; blanks carry none. */
export function* valuesOf(segment: Segment, def: SegmentDef): Generator<ValuePlace, void, undefined> {
  const { chunk } = segment;
  const { component: componentSeparator, repetition: repetitionSeparator } = chunk.delimiters;
  for (let element = 1; element <= segment.elementCount; element++) {
    const declared = def.elements[element - 1];
    const whole = [segment.start(element), segment.end(element)] as const;
    const repeats = declared !== undefined && declared.repeat > 1;
    let repetition = 0;
    for (const one of repeats ? split(chunk.bytes, whole, repetitionSeparator) : [whole]) {
      repetition++;
      let component = 0;
      for (const [start, end] of declared?.components === undefined ? [one] : split(chunk.bytes, one, componentSeparator)) {
        component++;
        const parts = { component: declared?.components === undefined ? undefined : component, repetition: repeats ? repetition : undefined };
        const place = { element, ...parts, start, end };
        if (!isBlank(chunk.bytes, start, end) && !isOfStructure(def, place, segment)) yield place;
      }
    }
  }
}

type Range = readonly [start: number, end: number];

function* split(bytes: Uint8Array, [start, end]: Range, separator: number | undefined): Generator<Range, void, undefined> {
  let from = start;
  for (let to = start; to < end; to++) {
    if (bytes[to] !== separator) continue;
    yield [from, to];
    from = to + 1;
  }
  yield [from, end];
}

/** Places of a segment beyond these are read as the last of them is: no segment of the standard has as many. */
export const MAX_PLACES = { element: 40, component: 24, repetition: 2 } as const;

/** A longer segment is tried out with a shorter one of the same form: each value of it costs some copies. */
const LONG_SEGMENT = 2_048;

/** Bytes of a value in such a segment. */
const SHORT_VALUE = 64;

/** Gives a segment with the same values, but for places beyond `MAX_PLACES` and for the end of long values; the segment itself if it is short. */
export function shortened(segment: Segment, def: SegmentDef): Segment {
  const { chunk, elementCount, key, slot } = segment;
  if (segment.byteLength <= LONG_SEGMENT && elementCount <= MAX_PLACES.element) return segment;
  const { component, element: separator, repetition } = chunk.delimiters;
  const count = Math.min(elementCount, MAX_PLACES.element);
  const parts: Buffer[] = [Buffer.of(separator)];
  const marks = new Int32Array(count + 2);
  let length = 1;
  const add = (bytes: Buffer): void => {
    parts.push(bytes);
    length += bytes.length;
  };
  add(chunk.bytes.subarray(segment.start(0), segment.end(0)));
  for (let element = 1; element <= count; element++) {
    marks[element] = length;
    add(Buffer.of(separator));
    const declared = def.elements[element - 1];
    const whole = [segment.start(element), segment.end(element)] as const;
    const repeats = declared !== undefined && declared.repeat > 1;
    for (const [i, one] of firstOf(repeats ? split(chunk.bytes, whole, repetition) : [whole], MAX_PLACES.repetition).entries()) {
      if (i > 0 && repetition !== undefined) add(Buffer.of(repetition));
      const values = declared?.components === undefined ? [one] : split(chunk.bytes, one, component);
      for (const [j, [start, end]] of firstOf(values, MAX_PLACES.component).entries()) {
        if (j > 0) add(Buffer.of(component));
        add(chunk.bytes.subarray(start, Math.min(end, start + SHORT_VALUE)));
      }
    }
  }
  marks[count + 1] = length;
  return segmentOf(Buffer.concat([...parts, Buffer.alloc(1 + SPARE_BYTES, BYTE.SPACE)]), marks, segment, { elementCount: count, key, slot });
}

/** Counts the parts of a segment from a position on that are not empty. */
export function countParts(segment: Segment, from: number): number {
  const { bytes, delimiters } = segment.chunk;
  const { element, component, repetition } = delimiters;
  const end = segment.end(segment.elementCount);
  let parts = 0;
  let isInPart = true;
  for (let i = from; i < end; i++) {
    const byte = bytes[i];
    const isSeparator = byte === element || byte === component || byte === repetition;
    if (!isSeparator && !isInPart) parts++;
    isInPart = !isSeparator;
  }
  return parts;
}

function firstOf<T>(values: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const value of values) {
    first.push(value);
    if (first.length === count) break;
  }
  return first;
}

function segmentOf(bytes: Buffer, marks: Int32Array, { chunk }: Segment, { elementCount, key, slot }: Pick<Segment, 'elementCount' | 'key' | 'slot'>): Segment {
  const made = new Chunk(bytes, chunk.delimiters, 0, undefined);
  made.complete({ marks, isAscii: false, isPlain: false });
  const segment = new Segment(made, 0, elementCount, key, { segmentNumber: 0, lineNumber: 1 });
  segment.slot = slot;
  return segment;
}

/** Some bytes more than a chunk has, for copies of whole words. */
const SPARE_BYTES = 16;

/** Gives a copy of a segment in which other bytes stand in a place. The copy has the same elements. */
export function withBytes(segment: Segment, { start, end }: Pick<ValuePlace, 'start' | 'end'>, bytes: Uint8Array): Segment {
  const { chunk, elementCount, key, slot } = segment;
  const first = segment.start(0);
  const last = segment.end(elementCount);
  const shift = 1 - first;
  const growth = bytes.length - (end - start);
  const copy = Buffer.alloc(last + shift + growth + 1 + SPARE_BYTES, BYTE.SPACE);
  chunk.bytes.copy(copy, 1, first, start);
  copy.set(bytes, start + shift);
  chunk.bytes.copy(copy, start + shift + bytes.length, end, last);
  const marks = new Int32Array(elementCount + 2);
  for (let i = 1; i <= elementCount + 1; i++) {
    const mark = segment.end(i - 1);
    marks[i] = mark + shift + (mark >= end ? growth : 0);
  }
  return segmentOf(copy, marks, segment, { elementCount, key, slot });
}
