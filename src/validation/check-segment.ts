import type { Chunk, Segment } from '../x12/segment';
import { isCleanValue } from './clean-segment';
import { type ElementCheck, KIND } from './element-check';
import { isPeriod } from './period-format';
import type { Reporter, SegmentPlace, ValuePlace } from './reporter';
import { checkCharacters } from './rules/element-characters';
import { checkCodes } from './rules/element-codes';
import { checkLength } from './rules/element-length';
import { reportMissing, reportUnknownComponent, reportUnknownElement, reportUnused } from './rules/element-presence';
import { checkRepeats } from './rules/element-repeats';
import { checkPeriod, checkType } from './rules/element-type';
import { checkSyntaxNotes } from './rules/syntax-notes';

/*
 * Goes through a segment that is not clean, element by element, and lets every rule look. `clean-segment.ts` asks the same
 * without saying what is wrong; a test compares the two.
 */

/** Bounds of text in a chunk. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const NOTHING: Span = { start: 0, end: 0 };

/** Reports errors in the elements of a segment. `skipped` is the number of an element that was reported already, else 0. */
export function checkSegment(place: SegmentPlace, reporter: Reporter, skipped = 0): void {
  const { check, segment } = place;
  const { elements, lastRequired } = check;
  let format = NOTHING;
  for (let i = 1; i <= segment.elementCount || i <= lastRequired; i++) {
    const element = elements[i - 1];
    if (element === undefined) break;
    const span = { start: segment.start(i), end: segment.end(i) };
    if (i !== skipped) checkElement(place, element, span, format, reporter);
    if (element.isFormat) format = span;
  }
  const unknown = firstUnknown(segment, check.elements.length);
  if (unknown > 0) reportUnknownElement(place, unknown, reporter);
  checkSyntaxNotes(place, reporter);
}

/** Separators that are too many count without values too: the element is the first with a value, else the first. */
function firstUnknown(segment: Segment, known: number): number {
  for (let i = known + 1; i <= segment.elementCount; i++) if (segment.has(i)) return i;
  return segment.elementCount > known ? known + 1 : 0;
}

function checkElement(place: SegmentPlace, element: ElementCheck, span: Span, format: Span, reporter: Reporter): void {
  const { chunk } = place.segment;
  if (span.start >= span.end) {
    if (element.isRequired) reportMissing(place, element, reporter);
    return;
  }
  if (element.isUnused) return reportUnused(place, element, chunk.text(span.start, span.end), reporter);
  if (element.kind === KIND.any || isClean(element, chunk, span, format)) return;
  const repetitions = split(place.segment, span, chunk.delimiters.repetition);
  checkRepeats(place, element, repetitions.length, reporter);
  const { check, segment, loop } = place;
  for (const { start, end } of repetitions) {
    if (element.kind === KIND.composite) checkComposite(place, element, { start, end }, reporter);
    // Spread, the place would take V8 some 3 microseconds.
    else if (start < end) checkValue({ check, segment, loop, element, start, end }, format, reporter);
  }
}

/** True for a simple value in which no rule finds anything; most of a segment is clean. */
function isClean(element: ElementCheck, chunk: Chunk, { start, end }: Span, format: Span): boolean {
  if (element.kind === KIND.composite || !isCleanValue(element, chunk, start, end)) return false;
  return element.kind !== KIND.period || isPeriod(chunk.bytes, format.start, format.end, start, end);
}

function checkComposite(place: SegmentPlace, composite: ElementCheck, span: Span, reporter: Reporter): void {
  const components = split(place.segment, span, place.segment.chunk.delimiters.component);
  let format = NOTHING;
  composite.components.forEach((check, i) => {
    const component = components[i] ?? NOTHING;
    checkElement(place, check, component, format, reporter);
    if (check.isFormat) format = component;
  });
  const extra = components.slice(composite.components.length);
  if (extra.some(({ start, end }) => start < end)) reportUnknownComponent(place, composite, components.length, reporter);
}

function checkValue(value: ValuePlace, format: Span, reporter: Reporter): void {
  checkCodes(value, reporter);
  checkCharacters(value, reporter);
  if (checkType(value, reporter)) checkLength(value, reporter);
  if (value.element.kind === KIND.period) checkPeriod(value, format.start, format.end, reporter);
}

function split({ chunk }: Segment, { start, end }: Span, separator: number | undefined): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (let i = start; i < end; i++) {
    if (chunk.bytes[i] !== separator) continue;
    spans.push({ start: from, end: i });
    from = i + 1;
  }
  spans.push({ start: from, end });
  return spans;
}
