import type { ElementDef } from '../guide/guide.types';
import { type PlacePlan, type PrivacyTable, UNKNOWN_PLACE } from '../pipeline/scrubbing/privacy-table';
import type { ValueKind } from '../pipeline/scrubbing/privacy-file';
import { staysAt } from '../pipeline/scrubbing/x12-scrubber';
import type { Delimiters } from '../x12/delimiters';
import type { SegmentText } from './segment-text';

/** A segment, and where it stands. */
export interface MaskedPlace {
  readonly text: SegmentText;
  readonly elements: readonly ElementDef[];
  readonly delimiters: Delimiters;
  /** True for a segment of the transaction set's own loop. */
  readonly isHeader: boolean;
}

/** Segments of the envelope: partners and control numbers. */
const ENVELOPE: ReadonlySet<string> = new Set(['ISA', 'IEA', 'TA1', 'GS', 'GE', 'ST', 'SE']);

/** Authorization and security information of an ISA. */
const SECRETS: ReadonlySet<number> = new Set([2, 4]);

/** Values that identify nobody in any place. */
const CONTROL: ReadonlySet<ValueKind> = new Set(['control', 'counter']);

/** Values that are about the file where they stand in its header, and not within a composite. */
const OF_FILES: ReadonlySet<ValueKind> = new Set(['date', 'period', 'id', 'routing']);

/** Data elements: the name and the number of an organization, its role and its type; ids of segments and loops. */
const ELEMENT = { names: ['1035', '67'], role: '98', entityType: '1065', segmentId: '721', loopId: '447' } as const;

const ORGANIZATION = '2';
const LOOP_ID = /^\d{4}[A-Z]{0,2}$/;

/** Roles of persons, who may be given as organizations by mistake. */
const PERSON_ROLES: ReadonlySet<string> = new Set(['03', '31', '70', '74', 'IL', 'QC', 'QD', 'S1', 'S3']);

/** A day that is valid wherever a date is. */
const MASKED_DAY = '19000101';

/**
 * Masks what may identify a person: everything but published codes, numbers of few digits, times, control numbers, names of organizations, and dates and
 * references of the file. Letters become X and digits 0, so that lengths stay; dates become a valid day. The id of an unknown segment may be a value as well.
 */
export function maskSegment(table: PrivacyTable, { text, elements: defs, delimiters, isHeader }: MaskedPlace): SegmentText {
  const { id, elements } = text;
  if (ENVELOPE.has(id)) return id === 'ISA' ? { id, elements: elements.map((value, i) => (SECRETS.has(i + 1) ? maskValue(value) : value)) } : text;
  const plan = table.planOf(id);
  const isOrganization = isOfOrganization(text, defs);
  const masked = elements.map((value, i) => {
    const place = plan?.[i] ?? UNKNOWN_PLACE;
    const { dataElement = '' } = defs[i] ?? {};
    if (isOrganization && ELEMENT.names.some((one) => one === dataElement)) return value;
    const isComposite = place.components.length > 0;
    if (isHeader && !isComposite && OF_FILES.has(place.kind)) return value;
    if (isId(table, dataElement, value)) return value;
    return maskParts(value, place, delimiters);
  });
  return { id: plan === undefined ? maskValue(id) : id, elements: masked };
}

function isOfOrganization({ elements }: SegmentText, defs: readonly ElementDef[]): boolean {
  const valueOf = (dataElement: string): string | undefined => elements[defs.findIndex((def) => def.dataElement === dataElement)];
  return valueOf(ELEMENT.entityType) === ORGANIZATION && !PERSON_ROLES.has(valueOf(ELEMENT.role) ?? '');
}

/** True for the id of a segment or a loop, which acknowledgments have as values. */
function isId(table: PrivacyTable, dataElement: string, value: string): boolean {
  if (dataElement === ELEMENT.segmentId) return table.planOf(value) !== undefined;
  return dataElement === ELEMENT.loopId && LOOP_ID.test(value);
}

/** Masks an element, each component and repetition by itself. */
function maskParts(value: string, place: PlacePlan, { component, repetition }: Delimiters): string {
  const colon = String.fromCharCode(component);
  const maskAll = (text: string): string =>
    text
      .split(colon)
      .map((part, i) => maskPart(part, place.components.length === 0 ? place : (place.components[i] ?? UNKNOWN_PLACE)))
      .join(colon);
  if (repetition === undefined) return maskAll(value);
  const caret = String.fromCharCode(repetition);
  return value.split(caret).map(maskAll).join(caret);
}

function maskPart(value: string, place: PlacePlan): string {
  if (value.trim() === '' || CONTROL.has(place.kind)) return value;
  const bytes = Buffer.from(value);
  if (staysAt(place, bytes, 0, bytes.length)) return value;
  return place.kind === 'date' || place.kind === 'period' ? maskDate(value) : maskValue(value);
}

/** Returns a valid day, or a period of one, in the form of the value. */
export function maskDate(value: string): string {
  return maskValue(value)
    .replace(/\d{8}/g, MASKED_DAY)
    .replace(/(?<!\d)\d{6}(?!\d)/g, MASKED_DAY.slice(2));
}

/** Returns a value of the same length that shows nothing. */
export function maskValue(value: string): string {
  return value.replace(/\p{L}/gu, 'X').replace(/\p{N}/gu, '0');
}

const ISO_DATE = /\b\d{4}-\d\d-\d\d\b/g;
const QUOTED = /'([^']*)'/g;
/** Counts, which identify nobody. */
const COUNT = /^\d{1,3}$/;

/**
 * Masks a message about segments: their values as `maskSegment` masks them, other values in quotes that are no ids of segments, and dates. `value` is the one
 * that failed.
 */
export function maskMessage(table: PrivacyTable, message: string, value: string | undefined, places: readonly MaskedPlace[]): string {
  const known = new Map<string, string>();
  for (const place of places) {
    const masked = maskSegment(table, place).elements;
    place.text.elements.forEach((raw, i) => {
      known.set(raw, masked[i] ?? maskValue(raw));
      const parts = partsOf(raw, place.delimiters);
      const maskedParts = partsOf(masked[i] ?? '', place.delimiters);
      parts.forEach((part, j) => known.set(part, maskedParts[j] ?? maskValue(part)));
    });
  }
  if (value !== undefined && !known.has(value)) known.set(value, maskValue(value));
  const isHarmless = (text: string): boolean => COUNT.test(text) || table.planOf(text) !== undefined;
  const quoted = message.replace(QUOTED, (_all, text: string) => `'${known.get(text) ?? (isHarmless(text) ? text : maskValue(text))}'`);
  const changed = [...known].filter(([raw, shown]) => raw.trim() !== '' && raw !== shown).sort(([one], [other]) => other.length - one.length);
  return changed.reduce((text, [raw, shown]) => replaceWords(text, raw, shown), quoted).replace(ISO_DATE, '1900-01-01');
}

const partsOf = (value: string, { component, repetition }: Delimiters): readonly string[] =>
  value.split(String.fromCharCode(component)).flatMap((part) => (repetition === undefined ? [part] : part.split(String.fromCharCode(repetition))));

/** Replaces whole words: a match next to a letter or digit stays. */
function replaceWords(text: string, wanted: string, other: string): string {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(pattern, () => other);
}
