import { BYTE } from '../../common/bytes';
import type { SegmentDef } from '../../guide/guide.types';
import { Chunk, Segment } from '../../x12/segment';
import { SourceCounter } from '../../x12/source-counter';
import { isBlank } from './element-forms';

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
}

/**
 * Data elements that say what stands beside them, or that only count or number: they carry no data of their own. Qualifiers of dates, amounts,
 * quantities, references, contacts, persons and products; the form of a date; units; numbers of levels and lines; counts and control numbers of the envelope.
 */
const DATA_ELEMENTS_OF_STRUCTURE: ReadonlySet<string> = new Set(
  '66 96 98 128 143 235 329 355 365 366 374 506 522 554 569 628 673 734 735 736 1005 1065 1250 1270 1705'.split(' '),
);

/** True for a code or number that only says what another value means, or that the guide fixes. What is no such code is data. */
function isOfStructure(def: SegmentDef, { element, component, start, end }: ValuePlace, chunk: Chunk): boolean {
  if (def === def.loop.trigger && def.loop.parent === undefined) return true;
  const declared = def.elements[element - 1];
  const part = component === undefined ? declared : declared?.components?.[component - 1];
  if (part === undefined) return false;
  if (isStructural(def, { element, component }, part.dataElement)) {
    // A code that the guide does not have says something that no other place says.
    return end - start <= part.max && part.codes?.includes(chunk.text(start, end)) !== false;
  }
  return part.codes?.length === 1 && part.codes[0] === chunk.text(start, end);
}

function isStructural({ qualifiers }: SegmentDef, { element, component }: Pick<ValuePlace, 'element' | 'component'>, dataElement: string): boolean {
  if (DATA_ELEMENTS_OF_STRUCTURE.has(dataElement)) return true;
  return qualifiers.some((qualifier) => qualifier.element === element && (qualifier.component ?? 1) === (component ?? 1));
}

/** Gives the values of a segment that carry data; blanks carry none. */
export function valuesOf(segment: Segment, def: SegmentDef): ValuePlace[] {
  const { chunk } = segment;
  const { component: componentSeparator, repetition: repetitionSeparator } = chunk.delimiters;
  const values: ValuePlace[] = [];
  for (let element = 1; element <= segment.elementCount; element++) {
    const declared = def.elements[element - 1];
    const whole = [segment.start(element), segment.end(element)] as const;
    const repetitions = declared !== undefined && declared.repeat > 1 ? split(chunk.bytes, whole, repetitionSeparator) : [whole];
    repetitions.forEach((one, i) => {
      const parts = declared?.components === undefined ? [one] : split(chunk.bytes, one, componentSeparator);
      parts.forEach(([start, end], j) => {
        const component = declared?.components === undefined ? undefined : j + 1;
        const place = { element, component, repetition: declared !== undefined && declared.repeat > 1 ? i + 1 : undefined, start, end };
        if (!isBlank(chunk.bytes, start, end) && !isOfStructure(def, place, chunk)) values.push(place);
      });
    });
  }
  return values;
}

type Range = readonly [start: number, end: number];

function split(bytes: Uint8Array, [start, end]: Range, separator: number | undefined): Range[] {
  const ranges: Range[] = [];
  let from = start;
  for (let to = start; to < end; to++) {
    if (bytes[to] !== separator) continue;
    ranges.push([from, to]);
    from = to + 1;
  }
  return [...ranges, [from, end]];
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
  const changed = new Chunk(copy, chunk.delimiters, 0, undefined);
  changed.complete(marks, { isAscii: false, isPlain: false });
  const made = new Segment(changed, 0, elementCount, key, new SourceCounter());
  made.slot = slot;
  return made;
}
