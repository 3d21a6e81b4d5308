import { EdiError } from '../common/edi-error';
import { DEFAULT_DELIMITERS } from '../x12/delimiters';
import { joinSegment } from './segment-text';
import { maskLine, placedSegments, type PlacedSegment, shownText, textsOf } from './segment-window';
import type { SegmentSpan } from './segment-index';
import type { ViewFile } from './view-file';

/** A record of a file, with everything around it that it needs to be read by itself. */
export interface Excerpt {
  /** Index of the record; undefined for a transaction set as a whole. */
  readonly unit: number | undefined;
  /** Segments of the record. */
  readonly first: number;
  readonly last: number;
  /** Name of the record's kind, such as Payment. */
  readonly kind: string;
  /** Ranges of segments: envelope, loops around the record, and the record. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** More segments of a record, or of a transaction set, are not shown as one object. */
const MAX_SEGMENTS = 5_000;

/** Finds the record that a segment belongs to: the one that it stands in, else the first one after it that it feeds. */
export function excerptAt(file: ViewFile, segmentNumber: number, isWhole = false): Excerpt | undefined {
  const { outline } = file.meaning;
  if (file.format !== undefined) return formatExcerpt(file, segmentNumber);
  const row = outline.transaction(outline.indexAt('transaction', segmentNumber));
  if (row === undefined || segmentNumber > row.last) return undefined;
  const unitIndex = isWhole ? undefined : unitAt(file, segmentNumber, row);
  const group = outline.group(row.group);
  const interchange = outline.interchange(outline.indexAt('interchange', row.first));
  const envelope = [interchange?.first, group?.first].flatMap((first): [number, number][] =>
    first === undefined || first >= row.first ? [] : [[first, first]],
  );
  const headers = dedupe(envelope);
  if (unitIndex === undefined) {
    const kind = row.set === undefined ? '' : (file.meaning.sets[row.set]?.bound.guide.transactionSet ?? '');
    return { unit: undefined, first: row.first, last: row.last, kind, ranges: [...headers, [row.first, row.last]] };
  }
  const unit = outline.unit(unitIndex);
  if (unit === undefined) return undefined;
  const { first, last, kind } = unit;
  return { unit: unitIndex, first, last, kind: file.meaning.kinds[kind] ?? '', ranges: [...headers, ...contextRanges(file, unit.context), [first, last]] };
}

function dedupe(ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  return ranges.filter(([first], i) => ranges.findIndex(([other]) => other === first) === i);
}

/** Several records of a format may begin in one line. */
function formatExcerpt(file: ViewFile, segmentNumber: number): Excerpt | undefined {
  const { outline } = file.meaning;
  const index = outline.indexAt('unit', segmentNumber);
  const unit = outline.unit(index);
  if (unit === undefined || segmentNumber > unit.last) return undefined;
  return { unit: index, first: unit.first, last: unit.last, kind: 'transmission', ranges: [[unit.first, unit.last]] };
}

function unitAt(file: ViewFile, segmentNumber: number, { first, last }: { readonly first: number; readonly last: number }): number | undefined {
  const { outline } = file.meaning;
  const index = outline.indexAt('unit', segmentNumber);
  const unit = outline.unit(index);
  if (unit !== undefined && unit.first >= first && segmentNumber <= unit.last) return index;
  const next = outline.unit(index + 1);
  if (next !== undefined && next.first <= last) return index + 1;
  return unit !== undefined && unit.first >= first ? index : undefined;
}

function contextRanges(file: ViewFile, context: number): readonly (readonly [number, number])[] {
  const row = file.meaning.outline.context(context);
  if (row === undefined) return [];
  const before = row.parent === undefined ? [] : contextRanges(file, row.parent);
  return row.last < row.first ? before : [...before, [row.first, row.last]];
}

/** Reads the segments of an excerpt. Throws EDI_TRANSACTION_TOO_LARGE. */
export function segmentsOf(file: ViewFile, { ranges }: Excerpt): readonly PlacedSegment[] {
  return spansOf(file, ranges).flatMap((spans) => placedSegments(file, spans));
}

function spansOf(file: ViewFile, ranges: Excerpt['ranges']): readonly (readonly SegmentSpan[])[] {
  const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (count > MAX_SEGMENTS) {
    throw new EdiError('EDI_TRANSACTION_TOO_LARGE', `The record has ${count} segments; at most ${MAX_SEGMENTS} are shown as one object.`);
  }
  return ranges.map(([first, last]) => file.segments.spans(first, last - first + 1));
}

/** Writes an excerpt as EDI that can be read by itself: envelope, loops around the record, the record, and trailers with right counts. */
export function writeExcerpt(file: ViewFile, excerpt: Excerpt, masks: boolean): string {
  if (file.format !== undefined) return writeFormatExcerpt(file, excerpt, masks);
  const segments = segmentsOf(file, excerpt);
  return writeEdi(segments.map((segment) => ({ ...segment, text: shownText(file, segment, masks) })));
}

/** Writes segments as one interchange with one transaction set. Trailers are written again. */
export function writeEdi(segments: readonly PlacedSegment[]): string {
  const delimiters = segments[0]?.delimiters ?? DEFAULT_DELIMITERS;
  const own = segments.filter(({ text }) => text.id !== 'SE');
  const terminator = `${String.fromCharCode(delimiters.segment)}\n`;
  const body = own.map(({ text }) => joinSegment(text, delimiters));
  return [...body, ...trailers(own)].map((segment) => segment + terminator).join('');
}

/** One transaction set of an interchange, without envelope; `number` is its control number. */
export function writeTransaction(segments: readonly PlacedSegment[], number: string): string {
  const delimiters = segments[0]?.delimiters ?? DEFAULT_DELIMITERS;
  const element = String.fromCharCode(delimiters.element);
  const terminator = String.fromCharCode(delimiters.segment);
  const own = segments.filter(({ text }) => !['ISA', 'GS', 'SE'].includes(text.id));
  const texts = own.map(({ text }) => joinSegment(text.id === 'ST' ? withElement(text, 2, number) : text, delimiters));
  return [...texts, ['SE', String(own.length + 1), number].join(element)].map((segment) => segment + terminator).join('');
}

/** Replaces an element, from 1. */
export function withElement(text: PlacedSegment['text'], element: number, value: string): PlacedSegment['text'] {
  return { id: text.id, elements: text.elements.map((old, i) => (i === element - 1 ? value : old)) };
}

function trailers(segments: readonly PlacedSegment[]): readonly string[] {
  const find = (id: string): PlacedSegment['text'] | undefined => segments.find(({ text }) => text.id === id)?.text;
  const element = String.fromCharCode((segments[0]?.delimiters ?? DEFAULT_DELIMITERS).element);
  const [isa, gs, st] = [find('ISA'), find('GS'), find('ST')];
  const count = segments.filter(({ text }) => text.id !== 'ISA' && text.id !== 'GS').length;
  return [
    ...(st === undefined ? [] : [['SE', String(count + 1), st.elements[1] ?? ''].join(element)]),
    ...(gs === undefined ? [] : [['GE', '1', gs.elements[5] ?? ''].join(element)]),
    ...(isa === undefined ? [] : [['IEA', '1', isa.elements[12] ?? ''].join(element)]),
  ];
}

function writeFormatExcerpt(file: ViewFile, excerpt: Excerpt, masks: boolean): string {
  const [spans = []] = spansOf(file, excerpt.ranges);
  const [head] = spans;
  const tail = spans.at(-1);
  if (head === undefined || tail === undefined) return '';
  if (!masks) return file.bytes.read(head.start, tail.start + tail.length - head.start).toString('utf8');
  const kinds = file.lines.kindsOf(head.segmentNumber, spans.length);
  return textsOf(file, spans)
    .map((text, i) => maskLine(file, kinds[i]?.id ?? '', text))
    .join('');
}
