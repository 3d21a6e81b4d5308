import type { Share } from '../pipeline/event-loop-share';
import { DEFAULT_DELIMITERS } from '../x12/delimiters';
import { parsePlace } from '../mapping/place';
import { placedSegments, type PlacedSegment, shownText, textsOf } from './segment-window';
import { joinSegment } from './segment-text';
import type { ViewFile } from './view-file';

/** What is searched for. */
export const SEARCH_KINDS = ['value', 'segment', 'control', 'record'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A search in the order of the file, or against it. */
export interface SearchRequest {
  readonly query: string;
  /** `value` anywhere, `segment` by id, `control` a control number, `record` the name of a record. */
  readonly kind: SearchKind;
  /** Where the search begins: the first segment that may be found. */
  readonly from: number;
  readonly count: number;
}

/** A segment that was found. */
export interface SearchHit {
  readonly segmentNumber: number;
  readonly text: string;
}

/** A part of the hits. */
export interface SearchPage {
  readonly hits: readonly SearchHit[];
  /** Where the search is to go on; absent at the end of the file. */
  readonly next?: number;
}

const PIECE_BYTES = 1 << 18;

/** A call searches about as long before it answers, so that the first hits come soon. */
const MAX_MILLISECONDS = 150;

/** Hits of an answer. */
export const MAX_HITS = 200;

const ENVELOPE_IDS: ReadonlySet<string> = new Set(['ISA', 'IEA', 'GS', 'GE', 'ST', 'SE']);

/** Searches for a while. Call it again with `next` for more. Throws EDI_SOURCE_UNREADABLE when the file was changed. */
export async function search(file: ViewFile, { query, kind, from, count }: SearchRequest, masks: boolean, share: Share): Promise<SearchPage> {
  const needles = needlesOf(file, query, kind, from);
  const [start] = file.segments.spans(from, 1);
  if (needles.length === 0 || start === undefined) return { hits: [] };
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1;
  const hits = new Map<number, SearchHit>();
  const deadline = share.clock() + MAX_MILLISECONDS;
  const buffer = Buffer.allocUnsafe(PIECE_BYTES + overlap);
  for (let position = start.start; position < file.bytes.size; position += PIECE_BYTES) {
    const turn = share.pause();
    if (turn !== undefined) await turn;
    const piece = file.bytes.read(position, PIECE_BYTES + overlap, buffer);
    for (const offset of offsetsIn(piece, needles)) {
      const segmentNumber = file.segments.segmentAt(position + offset);
      if (share.clock() > deadline && segmentNumber > from) return { hits: [...hits.values()], next: segmentNumber };
      if (segmentNumber < from || hits.has(segmentNumber)) continue;
      const hit = hitAt(file, segmentNumber, { query, kind }, masks);
      if (hit !== undefined) hits.set(segmentNumber, hit);
      if (hits.size >= count) return { hits: [...hits.values()], next: segmentNumber + 1 };
    }
    const next = file.segments.segmentAt(position + PIECE_BYTES) || from;
    if (share.clock() > deadline && position + PIECE_BYTES < file.bytes.size) return { hits: [...hits.values()], next: Math.max(from, next) };
  }
  return { hits: [...hits.values()] };
}

/** The bytes that a hit has. An id has an element separator after it, in X12. */
function needlesOf(file: ViewFile, query: string, kind: SearchKind, from: number): readonly Buffer[] {
  const { element } = file.segments.delimitersOf(from) ?? DEFAULT_DELIMITERS;
  const suffix = kind === 'segment' && file.format === undefined ? String.fromCharCode(element) : '';
  return [...new Set([query, query.toUpperCase()])].filter((text) => text !== '').map((text) => Buffer.from(text + suffix));
}

/** Offsets of needles, rising. */
function* offsetsIn(piece: Buffer, needles: readonly Buffer[]): Generator<number, void, undefined> {
  const next = needles.map((needle) => piece.indexOf(needle));
  for (;;) {
    const found = next.filter((at) => at >= 0);
    if (found.length === 0) return;
    const at = Math.min(...found);
    yield at;
    needles.forEach((needle, i) => {
      if (next[i] === at) next[i] = piece.indexOf(needle, at + 1);
    });
  }
}

function hitAt(file: ViewFile, segmentNumber: number, request: Pick<SearchRequest, 'query' | 'kind'>, masks: boolean): SearchHit | undefined {
  const spans = file.segments.spans(segmentNumber, 1);
  if (file.format !== undefined) {
    const [text = ''] = textsOf(file, spans);
    const [kind] = file.lines.kindsOf(segmentNumber, 1);
    const fits = request.kind === 'segment' ? kind?.id === request.query.toUpperCase() : contains(text, request.query);
    return fits ? { segmentNumber, text: masks ? `${kind?.id ?? ''} ${kind?.name ?? ''}` : text } : undefined;
  }
  const [placed] = placedSegments(file, spans);
  if (placed === undefined || !isHit(file, placed, request)) return undefined;
  return { segmentNumber, text: joinSegment(shownText(file, placed, masks), placed.delimiters) };
}

/** A needle may stand across the end of a segment, or in something else of it. */
function isHit(file: ViewFile, { text, def, segmentNumber }: PlacedSegment, { query, kind }: Pick<SearchRequest, 'query' | 'kind'>): boolean {
  const values = text.elements;
  if (kind === 'segment') return text.id === query.toUpperCase();
  if (kind === 'control') return ENVELOPE_IDS.has(text.id) && values.some((value) => isSame(value.trim(), query));
  if (kind === 'value') return [text.id, ...values].some((value) => contains(value, query));
  if (def === undefined) return false;
  const { outline, sets } = file.meaning;
  const set = outline.transaction(outline.indexAt('transaction', segmentNumber))?.set;
  const overview = set === undefined ? undefined : sets[set]?.bound.overview;
  return Object.values(overview?.records ?? {}).some(({ name }) => {
    const { segment, element = 1 } = parsePlace(name);
    return segment === text.id && isSame(values[element - 1] ?? '', query);
  });
}

const contains = (value: string, query: string): boolean => value.includes(query) || value.includes(query.toUpperCase());
const isSame = (value: string, query: string): boolean => value === query || value === query.toUpperCase();
