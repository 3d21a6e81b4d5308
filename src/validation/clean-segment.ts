import { BYTE, isDigit } from '../common/bytes';
import { readDate6, readDate8 } from '../common/dates';
import { packCode } from '../common/pack-code';
import type { Chunk, Segment } from '../x12/segment';
import { type ElementCheck, KIND, type SegmentCheck, type SyntaxNote } from './element-check';
import { isPeriod, isTime } from './period-format';

const DELETE = 0x7f;
const SHORT_DAY_LENGTH = 6;

/*
 * Quick check, without allocation, that a segment is as the guide wants it: nearly all are. What is not found clean
 * here is looked at again by the rules, one after the other, which may still find nothing.
 */

/** False when a rule may find something in the elements of the segment. */
export function isCleanSegment({ elements, lastRequired, notes }: SegmentCheck, segment: Segment): boolean {
  const { chunk, elementCount } = segment;
  if (elementCount > elements.length) return false;
  const last = elementCount > lastRequired ? elementCount : lastRequired;
  let formatStart = 0;
  let formatEnd = 0;
  for (let i = 1; i <= last; i++) {
    const check = elements[i - 1];
    if (check === undefined) return false;
    const start = segment.start(i);
    const end = segment.end(i);
    if (start >= end) {
      if (check.isRequired) return false;
      continue;
    }
    if (check.isUnused) return false;
    if (check.kind === KIND.composite) {
      if (!isCleanComposite(check, chunk, start, end)) return false;
    } else if (check.maxRepeats > 1 ? !areCleanRepeats(check, chunk, start, end) : !isCleanValue(check, chunk, start, end)) return false;
    if (check.isFormat) {
      formatStart = start;
      formatEnd = end;
    } else if (check.kind === KIND.period && !isPeriod(chunk.bytes, formatStart, formatEnd, start, end)) return false;
  }
  for (const note of notes) if (!holds(note, segment)) return false;
  return true;
}

/** False when a value breaks its check. Periods are checked with their format. */
export function isCleanValue(check: ElementCheck, chunk: Chunk, start: number, end: number): boolean {
  const { bytes } = chunk;
  switch (check.kind) {
    case KIND.code:
      return check.codes?.get(packCode(bytes, start, end)) === true;
    case KIND.longCode:
      return check.longCodes?.has(chunk.text(start, end)) === true;
    case KIND.whole:
      return isCleanNumber(check, bytes, start, end, false);
    case KIND.decimal:
      return isCleanNumber(check, bytes, start, end, true);
    case KIND.date:
      return isCleanDate(check, bytes, start, end);
    case KIND.time:
      return end - start >= check.min && end - start <= check.max && isTime(bytes, start, end);
    case KIND.any:
      return true;
    default:
      return end - start >= check.min && end - start <= check.max && isCleanText(chunk, start, end) && check.pattern?.test(chunk.text(start, end)) !== false;
  }
}

/** Dates have eight digits; in older segments, such as ISA, six. */
export function isCleanDate({ min, max }: ElementCheck, bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  return length >= min && length <= max && (length === SHORT_DAY_LENGTH ? readDate6(bytes, start, end) : readDate8(bytes, start, end)) >= 0;
}

function areCleanRepeats(check: ElementCheck, chunk: Chunk, start: number, end: number): boolean {
  const { repetition } = chunk.delimiters;
  let from = start;
  let count = 1;
  for (let i = start; i < end; i++) {
    if ((chunk.bytes[i] ?? 0) !== repetition) continue;
    if (++count > check.maxRepeats || !isCleanValue(check, chunk, from, i)) return false;
    from = i + 1;
  }
  return isCleanValue(check, chunk, from, end);
}

/** Composites that repeat are left to the rules. */
function isCleanComposite({ components }: ElementCheck, chunk: Chunk, start: number, end: number): boolean {
  const { component: separator, repetition } = chunk.delimiters;
  const { bytes } = chunk;
  let from = start;
  let number = 0;
  let formatStart = 0;
  let formatEnd = 0;
  for (let i = start; i <= end; i++) {
    if (i < end) {
      const byte = bytes[i] ?? 0;
      if (byte === repetition) return false;
      if (byte !== separator) continue;
    }
    const check = components[number++];
    if (check === undefined) return false;
    if (from === i ? check.isRequired : check.isUnused || !isCleanValue(check, chunk, from, i)) return false;
    if (check.isFormat) {
      formatStart = from;
      formatEnd = i;
    } else if (from < i && check.kind === KIND.period && !isPeriod(bytes, formatStart, formatEnd, from, i)) return false;
    from = i + 1;
  }
  for (; number < components.length; number++) if (components[number]?.isRequired === true) return false;
  return true;
}

/** Printable ASCII without separators inside. */
function isCleanText({ bytes, delimiters }: Chunk, start: number, end: number): boolean {
  const { component, repetition } = delimiters;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < BYTE.SPACE || byte >= DELETE || byte === component || byte === repetition) return false;
  }
  return true;
}

/** Signs and the decimal point do not count for the length. */
function isCleanNumber({ min, max }: ElementCheck, bytes: Uint8Array, start: number, end: number, mayHavePoint: boolean): boolean {
  let digits = 0;
  let hasPoint = !mayHavePoint;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (isDigit(byte)) digits++;
    else if (byte === BYTE.DOT && !hasPoint) hasPoint = true;
    else if (byte !== BYTE.MINUS || i > start) return false;
  }
  return digits >= min && digits <= max && digits > 0;
}

/** True when a relational note is satisfied. */
export function holds({ kind, elements }: SyntaxNote, segment: Segment): boolean {
  let count = 0;
  for (const element of elements) if (segment.has(element)) count++;
  const hasFirst = segment.has(elements[0] ?? 0);
  switch (kind) {
    case 'P':
      return count === 0 || count === elements.length;
    case 'R':
      return count > 0;
    case 'C':
      return !hasFirst || count === elements.length;
    case 'L':
      return !hasFirst || count > 1;
    case 'E':
      return count <= 1;
  }
}
