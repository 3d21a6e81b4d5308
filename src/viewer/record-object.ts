import { EdiError } from '../common/edi-error';
import type { EdiSource } from '../io/edi-source';
import { type Excerpt, segmentsOf, withElement, writeEdi, writeExcerpt, writeTransaction } from './excerpt';
import { readLastRecords } from './record-copies';
import { joinSegment, type SegmentText } from './segment-text';
import { type PlacedSegment, shownText } from './segment-window';
import type { ViewFile } from './view-file';

/** The business object of a record. */
export interface RecordObject {
  readonly kind: string;
  readonly first: number;
  readonly last: number;
  /** The object as indented JSON. */
  readonly json: string;
}

/** An element and the keys of the object that depend on it, as JSON pointers (RFC 6901). */
export interface RecordLink {
  readonly segmentNumber: number;
  readonly element: number;
  readonly component?: number;
  readonly pointers: readonly string[];
}

/** Variants of a record that are converted to find its links. */
const MAX_VARIANTS = 1_500;

/** Bytes of all variants together. */
const MAX_VARIANT_BYTES = 6_000_000;

type Json = Readonly<Record<string, unknown>>;

/** Converts a record. Throws what the conversion throws, and EDI_TRANSACTION_TOO_LARGE. */
export async function readObject(file: ViewFile, excerpt: Excerpt, masks: boolean): Promise<RecordObject> {
  const { kind, first, last } = excerpt;
  const base = { kind, first, last };
  if (file.format !== undefined) {
    const records = await convert(file, writeExcerpt(file, excerpt, masks));
    return { ...base, json: JSON.stringify(records.length === 1 ? records[0] : records, undefined, 2) };
  }
  const segments = segmentsOf(file, excerpt).map((segment) => ({ ...segment, text: shownText(file, segment, masks) }));
  const record = (await convert(file, writeEdi(segments))).at(-1);
  if (record === undefined) throw new EdiError('EDI_DATA_LOST', 'No record is made of these segments.');
  return { ...base, json: JSON.stringify(record, undefined, 2) };
}

/** An element that is left out of a copy of the record, to see what of the object depends on it. */
interface Variant {
  readonly segment: PlacedSegment;
  readonly element: number;
  readonly component?: number;
  readonly text: SegmentText;
}

/** Finds what of the object depends on each element. None for a file that is not X12. Throws as `readObject` does. */
export async function readLinks(file: ViewFile, excerpt: Excerpt, masks: boolean): Promise<readonly RecordLink[]> {
  if (file.format !== undefined) return [];
  return findLinks(
    file,
    segmentsOf(file, excerpt).map((segment) => ({ ...segment, text: shownText(file, segment, masks) })),
  );
}

/** Converts the record once for each of its elements, without that element, and compares. All copies are transaction sets of one interchange. */
async function findLinks(file: ViewFile, segments: readonly PlacedSegment[]): Promise<readonly RecordLink[]> {
  const bytes = segments.reduce((sum, { text, delimiters }) => sum + joinSegment(text, delimiters).length + 1, 0);
  const variants = variantsOf(segments).slice(0, Math.min(MAX_VARIANTS, Math.floor(MAX_VARIANT_BYTES / bytes)));
  const changes: { readonly variant: Variant; readonly pointers: readonly string[] }[] = [];
  let base: unknown;
  await readLastRecords(file.context, copiesOf(segments, variants), { objects: file.objects, signal: file.signal }, (i, record) => {
    const variant = variants[i - 1];
    if (variant === undefined) base = record;
    else changes.push({ variant, pointers: difference(base, record) });
  });
  // Ids are made of the content, so that they differ in every copy.
  const always = changes.length < 3 ? [] : (changes[0]?.pointers ?? []).filter((pointer) => changes.every(({ pointers }) => pointers.includes(pointer)));
  return changes.flatMap(({ variant, pointers }) => {
    const own = pointers.filter((pointer) => !always.includes(pointer));
    const { segment, element, component } = variant;
    return own.length === 0 ? [] : [{ segmentNumber: segment.segmentNumber, element, ...(component === undefined ? {} : { component }), pointers: own }];
  });
}

/** The envelope, the record as it is, and the record once for each variant. */
function* copiesOf(segments: readonly PlacedSegment[], variants: readonly Variant[]): Generator<string, void, undefined> {
  const envelope = segments.filter(({ text }) => text.id === 'ISA' || text.id === 'GS');
  yield envelope.map(({ text, delimiters }) => joinSegment(text, delimiters) + String.fromCharCode(delimiters.segment)).join('');
  for (const [i, variant] of [undefined, ...variants].entries()) {
    const changed = segments.map((segment) => (variant?.segment === segment ? { ...segment, text: variant.text } : segment));
    yield writeTransaction(changed, String(i).padStart(6, '0'));
  }
}

function variantsOf(segments: readonly PlacedSegment[]): readonly Variant[] {
  return segments.flatMap((segment) => {
    const { text, elements, delimiters } = segment;
    if (['ISA', 'GS', 'ST', 'SE'].includes(text.id)) return [];
    const separator = String.fromCharCode(delimiters.component);
    return text.elements.flatMap((value, i): Variant[] => {
      const element = i + 1;
      if (value === '') return [];
      if (elements[i]?.components === undefined || !value.includes(separator)) return [{ segment, element, text: withElement(text, element, '') }];
      const parts = value.split(separator);
      return parts.flatMap((part, j): Variant[] => {
        const others = parts.map((one, k) => (k === j ? '' : one)).join(separator);
        return part === '' ? [] : [{ segment, element, component: j + 1, text: withElement(text, element, others) }];
      });
    });
  });
}

async function convert(file: ViewFile, text: string): Promise<readonly Json[]> {
  const source: EdiSource = { name: file.name, open: () => once(Buffer.from(text)) };
  const records: Json[] = [];
  for await (const record of file.parts.engine.records([source], { maxWarnings: -1, objects: file.objects, signal: file.signal })) {
    if (record['objectType'] !== 'ERROR') records.push(record);
  }
  return records;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Pointers to the values of an object that another one does not have, or has otherwise. */
export function difference(base: unknown, other: unknown, at = ''): readonly string[] {
  if (Array.isArray(base) && Array.isArray(other)) return listDifference(base, other, at);
  if (isObject(base) && isObject(other)) {
    return Object.entries(base).flatMap(([key, value]) => difference(value, other[key], `${at}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`));
  }
  return JSON.stringify(base) === JSON.stringify(other) ? [] : [at];
}

/** An item that is missing moves those after it: what is equal at both ends is no difference. */
function listDifference(base: readonly unknown[], other: readonly unknown[], at: string): readonly string[] {
  if (base.length === other.length) return base.flatMap((item, i) => difference(item, other[i], `${at}/${i}`));
  const texts = base.map((item) => JSON.stringify(item));
  const others = other.map((item) => JSON.stringify(item));
  let start = 0;
  while (start < others.length && texts[start] === others[start]) start++;
  let end = 0;
  while (end < others.length - start && texts.at(-1 - end) === others.at(-1 - end)) end++;
  return Array.from({ length: base.length - start - end }, (_, i) => `${at}/${start + i}`);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
