import type { ElementDef, LoopDef, SegmentDef } from '../guide/guide.types';
import type { FormatField } from '../plugin/format.plugin';
import { callFormat } from '../pipeline/formats/call-format';
import { StandardDictionary } from '../guide/standard-dictionary';
import { decodeText } from '../common/bytes';
import { envelopeElements } from '../validation/envelope-checks';
import { DEFAULT_DELIMITERS, type Delimiters } from '../x12/delimiters';
import { wordsOf } from './element-info';
import type { ViewIssue } from './issue-store';
import { privacyTable } from '../pipeline/scrubbing/scrub';
import { maskDate, maskMessage, maskSegment, maskValue } from './mask';
import type { ViewedSet } from './meaning-index';
import type { SegmentSpan } from './segment-index';
import { joinSegment, type SegmentText, splitSegment } from './segment-text';
import type { ViewFile } from './view-file';

/** A line of the viewer. */
export interface ViewSegment {
  readonly segmentNumber: number;
  readonly id: string;
  readonly text: string;
  /** Steps of indentation. */
  readonly depth: number;
  /** Name of the segment at its place; empty if it has none. */
  readonly name: string;
  /** Id and name of its loop; absent outside transaction sets and for segments without a place. */
  readonly loop?: string;
  readonly loopName?: string;
  /** True for the segment that opens its loop. */
  readonly opensLoop?: true;
  /** True for a segment of a transaction set that has no place in its guide. */
  readonly isUnplaced?: true;
  /** True when the text is longer than what is shown. */
  readonly isCut?: true;
  readonly issues?: readonly ViewIssue[];
}

/** Segments from a number on, with what the page needs to colour them. */
export interface ViewWindow {
  readonly from: number;
  /** Segments of the file, so far. */
  readonly total: number;
  readonly separators: Separators;
  readonly segments: readonly ViewSegment[];
}

/** Characters that part elements, components and repetitions. */
export interface Separators {
  readonly element: string;
  readonly component: string;
  readonly repetition: string;
  readonly segment: string;
}

/** A segment with its place in a guide. */
export interface PlacedSegment {
  readonly segmentNumber: number;
  readonly text: SegmentText;
  readonly delimiters: Delimiters;
  readonly def: SegmentDef | undefined;
  readonly elements: readonly ElementDef[];
  /** True outside the loops of a transaction set. */
  readonly isHeader: boolean;
}

/** Segments in one answer. */
export const MAX_WINDOW = 500;

const MAX_TEXT = 4_000;

/** Issues in one answer; the list of issues has them all. */
const MAX_WINDOW_ISSUES = 1_000;

/** Depth of a segment in a transaction set that stands in no loop but its own. */
const SET_DEPTH = 2;

const DEPTHS: Readonly<Record<string, number>> = { ISA: 0, IEA: 0, TA1: 1, GS: 1, GE: 1, ST: SET_DEPTH, SE: SET_DEPTH };

const standard = new StandardDictionary();

/** Reads a window. Throws EDI_SOURCE_UNREADABLE when the file was changed. */
export function readWindow(file: ViewFile, from: number, count: number, masks: boolean): ViewWindow {
  const spans = file.segments.spans(Math.max(1, from), count);
  const first = spans[0]?.segmentNumber ?? from;
  const delimiters = file.segments.delimitersOf(first) ?? DEFAULT_DELIMITERS;
  const issues = issuesBySegment(file, spans);
  const segments = file.format === undefined ? placedSegments(file, spans).map((one) => shownSegment(file, one, masks)) : formatLines(file, spans, masks);
  return {
    from: first,
    total: file.segments.length,
    separators: separatorsOf(delimiters),
    segments: segments.map((segment) => withIssues(file, segment, issues.get(segment.segmentNumber), masks)),
  };
}

/** Reads segments with their places, each span on its own. */
export function placedSegments(file: ViewFile, spans: readonly SegmentSpan[]): readonly PlacedSegment[] {
  const texts = textsOf(file, spans);
  const first = spans[0]?.segmentNumber ?? 0;
  const slots = file.meaning.slotsOf(first, spans.length);
  let set: SetRange = { last: 0, viewed: undefined };
  return spans.map(({ segmentNumber }, i) => {
    const delimiters = file.segments.delimitersOf(segmentNumber) ?? DEFAULT_DELIMITERS;
    const text = splitSegment(texts[i] ?? '', delimiters);
    if (segmentNumber > set.last) set = setAt(file, segmentNumber);
    const def = DEPTHS[text.id] === undefined || text.id === 'ST' || text.id === 'SE' ? set.viewed?.bound.guide.segments[slots[i] ?? -1] : undefined;
    return { segmentNumber, text, delimiters, def, elements: elementsOf(text.id, def), isHeader: def !== undefined && def.loop.parent === undefined };
  });
}

/** The texts of spans, in as few reads as possible. */
export function textsOf(file: ViewFile, spans: readonly SegmentSpan[]): readonly string[] {
  const [head] = spans;
  const tail = spans.at(-1);
  if (head === undefined || tail === undefined) return [];
  const lengthOf = ({ length }: SegmentSpan): number => Math.min(length, MAX_TEXT);
  const isNarrow = tail.start - head.start < MAX_WINDOW * MAX_TEXT;
  if (!isNarrow) return spans.map((span) => decode(file.bytes.read(span.start, lengthOf(span))));
  const bytes = file.bytes.read(head.start, tail.start + lengthOf(tail) - head.start);
  return spans.map((span) => decode(bytes.subarray(span.start - head.start, span.start - head.start + lengthOf(span))));
}

const decode = (bytes: Buffer): string => decodeText(bytes, 0, bytes.length);

/** The set of a segment, and the last segment that it is sure for. */
interface SetRange {
  readonly last: number;
  readonly viewed: ViewedSet | undefined;
}

function setAt(file: ViewFile, segmentNumber: number): SetRange {
  const { outline, sets } = file.meaning;
  const open = file.meaning.openSet(segmentNumber);
  if (open !== undefined) return { last: Infinity, viewed: open.set === undefined ? undefined : sets[open.set] };
  const row = outline.transaction(outline.indexAt('transaction', segmentNumber));
  if (row === undefined || row.last < segmentNumber) return { last: segmentNumber, viewed: undefined };
  return { last: row.last, viewed: row.set === undefined ? undefined : sets[row.set] };
}

/** The elements of a segment; those of the standard for one without a place in a guide. */
export function elementsOf(id: string, def: SegmentDef | undefined): readonly ElementDef[] {
  if (def !== undefined) return def.elements;
  const ofEnvelope = envelopeElements(id);
  return ofEnvelope.length > 0 ? ofEnvelope : standard.elementsOf(id);
}

/** The segment as it is shown: masked if that is asked for. */
export function shownText({ context }: ViewFile, placed: PlacedSegment, masks: boolean): SegmentText {
  return masks ? maskSegment(privacyTable(context), placed) : placed.text;
}

function shownSegment(file: ViewFile, placed: PlacedSegment, masks: boolean): ViewSegment {
  const { segmentNumber, text, def, delimiters } = placed;
  const masked = shownText(file, placed, masks);
  const shown = joinSegment(masked, delimiters);
  const base = { segmentNumber, id: masked.id, text: shown, ...(shown.length >= MAX_TEXT ? { isCut: true as const } : {}) };
  if (def === undefined) {
    const depth = DEPTHS[text.id];
    return { ...base, depth: depth ?? SET_DEPTH + 1, name: ENVELOPE_NAMES[text.id] ?? '', ...(depth === undefined ? { isUnplaced: true } : {}) };
  }
  const { loop } = def;
  const opensLoop = loop.trigger === def;
  const ofLoop = loop.parent === undefined ? {} : { loop: loop.id, loopName: wordsOf(loop.name), ...(opensLoop ? { opensLoop: true as const } : {}) };
  return { ...base, depth: DEPTHS[text.id] ?? SET_DEPTH + depthOf(loop) + (opensLoop ? 0 : 1), name: wordsOf(def.name), ...ofLoop };
}

const ENVELOPE_NAMES: Readonly<Record<string, string>> = {
  ISA: 'Interchange header',
  IEA: 'Interchange trailer',
  GS: 'Functional group header',
  GE: 'Functional group trailer',
  TA1: 'Interchange acknowledgment',
  ST: 'Transaction set header',
  SE: 'Transaction set trailer',
};

function depthOf(loop: LoopDef): number {
  let depth = 0;
  for (let one = loop; one.parent !== undefined; one = one.parent) depth++;
  return depth;
}

/** The lines of a format. Control characters have visible ones for them. */
function formatLines(file: ViewFile, spans: readonly SegmentSpan[], masks: boolean): readonly ViewSegment[] {
  const kinds = file.lines.kindsOf(spans[0]?.segmentNumber ?? 1, spans.length);
  return textsOf(file, spans).map((text, i) => {
    const { id = '', name = '', level = 0 } = kinds[i] ?? {};
    const shown = masks ? maskLine(file, id, text) : text;
    return { segmentNumber: spans[i]?.segmentNumber ?? 0, id, text: visible(shown), depth: level, name: wordsOf(name) };
  });
}

const visible = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[\x00-\x1f]/g, (character) => String.fromCodePoint(0x2400 + character.charCodeAt(0)));

/** Masks a line, but for the values that its format declares as not personal, and for what stands between values. */
export function maskLine(file: ViewFile, id: string, text: string): string {
  let shown = '';
  let done = 0;
  for (const field of fieldsOf(file, id, text)) {
    const { value } = field;
    if (value.trim() === '') continue;
    const at = placeOf(field, text, done);
    if (at < 0) break;
    shown += text.slice(done, at) + maskField(field);
    done = at + value.length;
  }
  return shown + maskValue(text.slice(done));
}

/** The fields of a line; none if its format explains no lines. */
export function fieldsOf({ parts, format }: ViewFile, id: string, text: string): readonly FormatField[] {
  const found = parts.engine.formats.find(({ options }) => options.id === format);
  return (found && callFormat(found, 'explainLine', () => found.plugin.explainLine?.(id, text), 'the line is not explained')) ?? [];
}

/** The value of a field as it is shown where values are masked. */
export function maskField({ value, type, isPersonal }: FormatField): string {
  if (isPersonal !== true) return value;
  return type === 'date' ? maskDate(value) : maskValue(value);
}

/** Where a value stands: at once in a fixed record, else after its id. */
function placeOf({ id, value }: FormatField, text: string, from: number): number {
  if (text.startsWith(value, from)) return from;
  const at = text.indexOf(id + value, from);
  return at < 0 ? text.indexOf(value, from) : at + id.length;
}

function issuesBySegment({ issues }: ViewFile, spans: readonly SegmentSpan[]): ReadonlyMap<number, readonly ViewIssue[]> {
  const found = new Map<number, ViewIssue[]>();
  const [head] = spans;
  const tail = spans.at(-1);
  if (head === undefined || tail === undefined) return found;
  for (const issue of issues.between(head.segmentNumber, tail.segmentNumber, MAX_WINDOW_ISSUES)) {
    const list = found.get(issue.segmentNumber) ?? [];
    list.push(issue);
    found.set(issue.segmentNumber, list);
  }
  return found;
}

function withIssues(file: ViewFile, segment: ViewSegment, issues: readonly ViewIssue[] | undefined, masks: boolean): ViewSegment {
  return issues === undefined ? segment : { ...segment, issues: issues.map((issue) => shownIssue(file, issue, masks)) };
}

/** An issue as it is shown: where values are masked, its message repeats none of its segment, nor of the one that begins its record. */
export function shownIssue(file: ViewFile, issue: ViewIssue, masks: boolean): ViewIssue {
  if (!masks) return issue;
  const { value, ...rest } = issue;
  const { outline } = file.meaning;
  const unit = outline.unit(outline.indexAt('unit', issue.segmentNumber));
  const numbers = file.format === undefined ? [...new Set([issue.segmentNumber, unit?.first ?? 0])].filter((number) => number > 0) : [];
  const places = numbers.flatMap((number) => placedSegments(file, file.segments.spans(number, 1)));
  return { ...rest, message: maskMessage(privacyTable(file.context), rest.message, value, places) };
}

export function separatorsOf({ element, component, repetition, segment }: Delimiters): Separators {
  const text = (byte: number | undefined): string => (byte === undefined ? '' : String.fromCharCode(byte));
  return { element: text(element), component: text(component), repetition: text(repetition), segment: text(segment) };
}
