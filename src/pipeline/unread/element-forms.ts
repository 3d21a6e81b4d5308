import { BYTE, isDigit } from '../../common/bytes';
import { formatTime, readDate6, readDate8 } from '../../common/dates';
import type { ElementDef, SegmentDef } from '../../guide/guide.types';
import { KIND as KINDS, READ, VALUE } from '../../kernel/layout';
import { normaliseNumber } from '../../mapping/codecs/number.codec';
import { readPeriod } from '../../mapping/codecs/date.codec';
import type { Chunk, Segment } from '../../x12/segment';

/*
 * The form of a segment: a number that is the same for all segments whose values are read alike. Whether a value can be read follows from the
 * place of its segment, from the codes beside it, and from what kind of value it is (a number, a date, any text), and these are what the form is
 * made of. So what was found out about one segment holds for all of its form.
 */

/** As numbers, which kinds and forms are compared with. */
const KIND: Readonly<Record<keyof typeof KINDS, number>> = KINDS;
const { DIGITS, DECIMAL, LONGEST_PLAIN }: Readonly<Record<keyof typeof VALUE, number>> = VALUE;

/** How the form of an element is made. */
interface ElementForm {
  readonly kind: number;
  /** True for a code of an external list, such as a state: it does not choose what the other elements mean. */
  readonly isExternal: boolean;
  /** Of a composite its components, of a repeated element its one repetition. */
  readonly parts: SegmentForm;
}

/** How the form of a segment is made: its elements in their order, and their kinds alone. */
export interface SegmentForm {
  readonly kinds: Uint8Array;
  readonly elements: readonly ElementForm[];
}

const NO_PARTS: SegmentForm = { kinds: new Uint8Array(0), elements: [] };

const formsOf = (elements: readonly ElementForm[]): SegmentForm => ({ kinds: Uint8Array.from(elements, ({ kind }) => kind), elements });

/** Codes of this length at most may choose what another element means, also where the guide has no list of them. */
const LONGEST_CODE = 3;

/** Date time period: a day, a period or a time. */
const DATE_TIME_PERIOD = '1251';

/** Says how the form of a segment is made. */
export const segmentFormOf = ({ elements }: SegmentDef): SegmentForm => formsOf(elements.map(elementFormOf));

function elementFormOf(def: ElementDef): ElementForm {
  const { components, repeat, codes, codeSet } = def;
  const isExternal = codeSet !== undefined && codes === undefined;
  const form: ElementForm =
    components === undefined
      ? { kind: kindOf(def), isExternal, parts: NO_PARTS }
      : { kind: KIND.COMPOSITE, isExternal, parts: formsOf(components.map(elementFormOf)) };
  return repeat > 1 ? { kind: KIND.REPEATED, isExternal, parts: formsOf([form]) } : form;
}

function kindOf({ type, dataElement, codes, max }: ElementDef): number {
  if (dataElement === DATE_TIME_PERIOD || type === 'DT' || type === 'TM') return KIND.DATE;
  if (/^(?:R|N\d?)$/.test(type)) return KIND.NUMBER;
  return codes !== undefined || (type === 'ID' && max <= LONGEST_CODE) ? KIND.CODE : KIND.TEXT;
}

/** Numbers up to this are no objects: keys of tables. */
export const SMALL = 0x3fffffff;

/** Mixes a number into a hash. */
export function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value ^ (hash >>> 15), 0x9e3779b1);
}

/** Elements that have a bit of their own. */
const BITS = 32;

/**
 * The form of one segment, in three parts that fit registers: which elements hold text or a plain number, which hold a decimal, and a hash of
 * everything else. Whether an element of the first two kinds is read follows from its place and the codes alone, so forms with the same hash
 * are compared by the bits of their elements.
 */
export class FormOfSegment {
  /** Hash of the place, the codes, dates, composites and unusual values. Not negative. */
  codes = 0;
  /** Elements with text or digits, the lowest bit for element 1. */
  plain = 0;
  /** Elements with decimals. */
  decimals = 0;

  /** The whole form as one number, not negative. */
  get whole(): number {
    return mix(mix(this.codes, this.plain), this.decimals) & SMALL;
  }

  /** Reads the form of a segment; `place` is what the place of its loop adds. Returns this. */
  of({ chunk, first, elementCount }: Segment, { kinds, elements }: SegmentForm, place: number): this {
    const { marks, bytes } = chunk;
    let hash = place;
    let plain = 0;
    let decimals = 0;
    let start = (marks[first + 1] ?? 0) + 1;
    for (let i = 0; i < elementCount; i++) {
      const end = marks[first + i + 2] ?? 0;
      if (start < end) {
        const kind = kinds[i] ?? KIND.TEXT;
        if (kind === KIND.TEXT && bytes[start] !== BYTE.SPACE && i < BITS) plain |= 1 << i;
        else if (kind === KIND.CODE) hash = mix(hash, i * 64 + formOfCode(bytes, start, end));
        else {
          const form = kind === KIND.NUMBER ? formOfNumber(chunk, start, end) : formOfValue(chunk, start, end, kind, elements[i]?.parts);
          if (kind === KIND.NUMBER && form === DIGITS && i < BITS) plain |= 1 << i;
          else if (kind === KIND.NUMBER && form === DECIMAL && i < BITS) decimals |= 1 << i;
          else if (form !== 0) hash = mix(hash, i * 64 + form);
        }
      }
      start = end + 1;
    }
    this.codes = hash & SMALL;
    this.plain = plain;
    this.decimals = decimals;
    return this;
  }
}

/** Forms of the segments of one record of which all is read, and of their parts; their hash has the slot in it. Nearly all segments are found here. */
export class ReadForms {
  /** By the last bits of the hash, see READ. A row holds a hash and the elements that were read with it, of whichever segments. */
  readonly rows = new Int32Array(READ.BYTES >> 2).fill(-1);
  private parts = 0;
  /** Rows that changed since they were taken. */
  private changed: number[] = [];

  /** True where every element of the form is known to be read. */
  has({ codes, plain, decimals }: FormOfSegment): boolean {
    const { rows } = this;
    const row = (codes & (READ.ROWS - 1)) * ROW;
    return rows[row] === codes && (plain & ~(rows[row + PLAIN] ?? 0)) === 0 && (decimals & ~(rows[row + DECIMALS] ?? 0)) === 0;
  }

  /** True for the form of an element that is read in whatever segment of its place, or of a segment that is read with what stands around it. */
  hasPart(form: number): boolean {
    return this.rows[this.placeOf(form)] === form;
  }

  addPart(form: number): void {
    if (this.parts >= MOST_PARTS) this.forgetParts();
    const place = this.placeOf(form);
    if (this.rows[place] === form) return;
    this.rows[place] = form;
    this.parts++;
    this.noteChanged(place & -ROW);
  }

  /** A sender of more is measured anew. */
  private forgetParts(): void {
    this.parts = 0;
    this.rows.fill(-1, PARTS);
    for (let place = PARTS; place < this.rows.length; place += ROW) this.noteChanged(place);
  }

  /** Where a form stands, or would. */
  private placeOf(form: number): number {
    let i = form & (READ.PART_COUNT - 1);
    while (this.rows[PARTS + i] !== form && this.rows[PARTS + i] !== -1) i = (i + 1) & (READ.PART_COUNT - 1);
    return PARTS + i;
  }

  /** Gives the places of rows that changed since the last time. */
  takeChanged(): readonly number[] {
    const { changed } = this;
    if (changed.length > 0) this.changed = [];
    return changed;
  }

  add({ codes, plain, decimals }: FormOfSegment): void {
    const { rows } = this;
    const row = (codes & (READ.ROWS - 1)) * ROW;
    const isSame = rows[row] === codes;
    rows[row + PLAIN] = plain | (isSame ? (rows[row + PLAIN] ?? 0) : 0);
    rows[row + DECIMALS] = decimals | (isSame ? (rows[row + DECIMALS] ?? 0) : 0);
    rows[row] = codes;
    this.noteChanged(row);
  }

  private noteChanged(row: number): void {
    if (this.changed.length < MAX_CHANGED) this.changed.push(row);
  }
}

/** Rows that changed; beyond them, one is not known to the kernel, and is looked for here. */
const MAX_CHANGED: number = READ.ROWS;

/** The table is full by half at most. */
const MOST_PARTS: number = READ.PART_COUNT >> 1;
const PARTS = READ.PARTS >> 2;
const ROW = READ.SIZE >> 2;

const PLAIN = READ.PLAIN >> 2;
const DECIMALS = READ.DECIMALS >> 2;

/** The form of any code of an external list. */
const ANY_CODE = -1;

/**
 * Gives what decides whether each element is read: its own form, and those of the codes that may choose its meaning, which are the first element
 * and the two before it, or what these begin with. The element with number n is at n - 1; 0 for one that is empty. With `isAnyCode` all codes of an external list are one.
 */
export function elementFormsOf({ chunk, first, elementCount }: Segment, { kinds, elements }: SegmentForm, seed: number, isAnyCode = false): number[] {
  const { marks } = chunk;
  const own = Array.from({ length: elementCount }, (_, i) => {
    const [start, end] = [(marks[first + 1 + i] ?? 0) + 1, marks[first + i + 2] ?? 0];
    if (isAnyCode && start < end && kinds[i] === KIND.CODE && elements[i]?.isExternal === true) return ANY_CODE;
    return start < end ? formOfValue(chunk, start, end, kinds[i] ?? KIND.TEXT, elements[i]?.parts) : 0;
  });
  const codeAt = (i: number): number => {
    const parts = elements[i]?.parts ?? NO_PARTS;
    if (kinds[i] === KIND.CODE) return elements[i]?.isExternal === true ? 0 : (own[i] ?? 0);
    return kinds[i] === KIND.COMPOSITE && own[i] !== 0 ? codeOfParts(chunk, (marks[first + 1 + i] ?? 0) + 1, marks[first + i + 2] ?? 0, parts) : 0;
  };
  return own.map((form, i) => (form === 0 ? 0 : [codeAt(0), codeAt(i - 1), codeAt(i - 2), form].reduce(mix, mix(seed, i)) & SMALL));
}

/** The code that a composite begins with; 0 for none. */
function codeOfParts({ bytes, delimiters }: Chunk, start: number, end: number, { kinds, elements }: SegmentForm): number {
  if (kinds[0] !== KIND.CODE || elements[0]?.isExternal === true) return 0;
  let to = start;
  while (to < end && bytes[to] !== delimiters.component) to++;
  return formOfCode(bytes, start, to);
}

/** The form of one value: 0 for what carries nothing. */
export function formOfValue(chunk: Chunk, start: number, end: number, kind: number, parts: SegmentForm = NO_PARTS): number {
  switch (kind) {
    case KIND.CODE:
      return formOfCode(chunk.bytes, start, end);
    case KIND.NUMBER:
      return formOfNumber(chunk, start, end);
    case KIND.DATE:
      return formOfDate(chunk, start, end);
    case KIND.COMPOSITE:
      return formOfParts(chunk, start, end, chunk.delimiters.component, parts);
    case KIND.REPEATED:
      return formOfParts(chunk, start, end, chunk.delimiters.repetition, parts);
    default:
      return isBlank(chunk.bytes, start, end) ? 0 : 1;
  }
}

/** True for blanks alone, which carry nothing. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((bytes[i] ?? 0) !== BYTE.SPACE) return false;
  return true;
}

/** Says what a value should be and is not; undefined for one that is what it should be. */
export function whatItIsNot(def: ElementDef | undefined, chunk: Chunk, start: number, end: number): 'number' | 'date or time' | undefined {
  if (def === undefined) return undefined;
  const kind = kindOf(def);
  if (kind === KIND.NUMBER) return formOfNumber(chunk, start, end) === NO_NUMBER ? 'number' : undefined;
  if (kind !== KIND.DATE) return undefined;
  const { from, to } = readPeriod(chunk.bytes, start, end);
  if (end - start === PERIOD_LENGTH && from < 0 !== to < 0) return 'date or time';
  const form = formOfDate(chunk, start, end);
  // Eight digits may be a time with hundredths, and mean a day where a day or a time may stand.
  const isTime = form >= TIME_OF_DAY && form < NO_DAY && (def.type === 'TM' || (def.type !== 'DT' && end - start < DAY_LENGTH));
  return form < TIME_OF_DAY || isTime ? undefined : 'date or time';
}

/** Gives a value of the same form, or a code of an external list, with the digits of a mark in it; undefined for others. */
export function markedValue(
  def: ElementDef | undefined,
  chunk: Chunk,
  { start, end }: { readonly start: number; readonly end: number },
  mark: string,
): string | undefined {
  const kind = def && kindOf(def);
  if (kind === KIND.TEXT || (def?.codeSet !== undefined && def.codes === undefined)) return mark;
  const form = kind === KIND.NUMBER ? formOfNumber(chunk, start, end) : NO_NUMBER;
  if (form === DIGITS) return mark;
  return form === DECIMAL ? `${mark}.5` : undefined;
}

/** True for a number with digits after its point. */
export function hasFraction(def: ElementDef | undefined, chunk: Chunk, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return def !== undefined && kindOf(def) === KIND.NUMBER && formOfNumber(chunk, start, end) === DECIMAL;
}

/** True for a number whose digits after its point are zeros: it is a whole number. */
export function hasZeroFraction({ bytes }: Chunk, { start, end }: { readonly start: number; readonly end: number }): boolean {
  let at = end;
  while (at > start && bytes[at - 1] === BYTE.ZERO) at--;
  return bytes[at - 1] === BYTE.DOT;
}

/** True for an element that is a date, a time or a period. */
export const isDateElement = (def: ElementDef | undefined): boolean => def !== undefined && kindOf(def) === KIND.DATE;

/** True for a value that can be read whole as a date, a time or a period, whatever its format is. Eight digits are a day, not a time. */
export function isReadableDate(chunk: Chunk, start: number, end: number): boolean {
  const { from, to } = readPeriod(chunk.bytes, start, end);
  if (from >= 0) return to >= 0 || end - start !== PERIOD_LENGTH;
  return end - start < DAY_LENGTH && formatTime(chunk.text(start, end)) !== undefined;
}

/** Length of CCYYMMDD. */
const DAY_LENGTH = 8;
/** Length of CCYYMMDD-CCYYMMDD. */
const PERIOD_LENGTH = 17;

/** So many bytes of a code are one number. */
const FIRST_BYTES = 4;

function formOfCode(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end) return 0;
  let word = 0;
  for (let i = Math.min(end, start + FIRST_BYTES) - 1; i >= start; i--) word = (word << 8) | (bytes[i] ?? 0);
  let hash = (word + 1) | 0;
  for (let i = start + FIRST_BYTES; i < end; i++) hash = Math.imul(hash, 31) + (bytes[i] ?? 0);
  return hash;
}

/** Further repetitions have the form of the last one. */
function formOfParts(chunk: Chunk, start: number, end: number, separator: number | undefined, { kinds, elements }: SegmentForm): number {
  const { bytes } = chunk;
  const last = kinds.length - 1;
  let hash = 7;
  let index = 0;
  let from = start;
  for (let to = start; to <= end; to++) {
    if (to < end && bytes[to] !== separator) continue;
    if (from < to) {
      const part = index < last ? index : last;
      const isText = kinds[part] === KIND.TEXT && bytes[from] !== BYTE.SPACE;
      hash = mix(hash, index * 64 + (isText ? 1 : formOfValue(chunk, from, to, kinds[part] ?? KIND.TEXT, elements[part]?.parts)));
    }
    index++;
    from = to + 1;
  }
  return mix(hash, index);
}

/** DIGITS, DECIMAL, NO_NUMBER, or another number for what X12 allows besides. */
function formOfNumber(chunk: Chunk, start: number, end: number): number {
  const { bytes } = chunk;
  let point = -1;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (isDigit(byte)) continue;
    if (byte !== BYTE.DOT || point >= 0 || i === start || i === end - 1) return formOfOddNumber(chunk, start, end);
    point = i;
  }
  if (end - start > LONGEST_PLAIN) return formOfOddNumber(chunk, start, end);
  return point < 0 ? DIGITS : DECIMAL;
}

const NO_NUMBER = 5;

function formOfOddNumber(chunk: Chunk, start: number, end: number): number {
  const text = normaliseNumber(chunk.text(start, end));
  if (text === undefined) return NO_NUMBER;
  return (text.includes('.') ? 6 : 7) + (text.startsWith('-') ? 2 : 0) + (Number.isSafeInteger(Math.trunc(Number(text))) ? 0 : 16);
}

/** Forms of what is no day: a time has the lower numbers. */
const TIME_OF_DAY = 40;
const NO_DAY = 50;

/** The length of a date or time that can be read; NO_DAY and more for others. */
function formOfDate(chunk: Chunk, start: number, end: number): number {
  const length = end - start;
  const { bytes } = chunk;
  if (length === DAY_LENGTH && readDate8(bytes, start, end) >= 0) return 8;
  if (length === 6 && readDate6(bytes, start, end) >= 0) return formatTime(chunk.text(start, end)) === undefined ? 6 : 7;
  const { from, to } = readPeriod(bytes, start, end);
  if (from >= 0) return 8 + Math.min(length, 20) + (to < 0 ? 0 : 1);
  if (to >= 0) return 30;
  return (formatTime(chunk.text(start, end)) === undefined ? NO_DAY : TIME_OF_DAY) + Math.min(length, 9);
}
