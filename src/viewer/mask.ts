import type { ElementDef } from '../guide/guide.types';
import type { Delimiters } from '../x12/delimiters';
import type { SegmentText } from './segment-text';

/** Data elements of X12 that name a person, an address, or a way to reach somebody, and free text. */
const ALWAYS: ReadonlySet<string> = new Set(['19', '93', '116', '166', '352', '364', '449', '933', '1028', '1036', '1037', '1039']);

/** Data elements that are masked when their segment is about a person: a last name, which is also that of an organization, and its number. */
const OF_PERSONS: ReadonlySet<string> = new Set(['67', '1035']);

/** Numbers of persons and claims, when one of these data elements stands beside them. */
const REFERENCE = '127';
const BESIDE_REFERENCES: ReadonlySet<string> = new Set(['128', '1028', '1138', '1069']);

/** Dates, which outside the header of a transaction set are those of a person's life or treatment. */
const DATES: ReadonlySet<string> = new Set(['373', '1251']);

/** A provider's specialty stands where other segments have numbers. */
const PROVIDER = '1221';

const ENTITY_TYPE = '1065';
const PERSON = '1';

/** A day that is valid wherever a date is. */
const MASKED_DAY = '19000101';

/**
 * Masks names, numbers, addresses and dates of persons. Letters become X and digits 0, so that lengths stay; dates become a valid day. `isHeader` is true for
 * segments of the envelope and of the transaction set's own loop, whose dates and references are those of the file.
 */
export function maskSegment(segment: SegmentText, defs: readonly ElementDef[], { component }: Delimiters, isHeader: boolean): SegmentText {
  const facts = factsOf(segment, defs);
  const separator = String.fromCharCode(component);
  const elements = segment.elements.map((value, i) => {
    const def = defs[i];
    if (def === undefined || value === '') return value;
    if (def.components === undefined) return isMasked(def.dataElement, facts, isHeader) ? maskValue(value, def.dataElement) : value;
    const parts = value.split(separator);
    return parts.map((part, j) => maskPart(part, def.components?.[j], facts, isHeader)).join(separator);
  });
  return { id: segment.id, elements };
}

/** True for an element that `maskSegment` masks. */
export function isMaskedElement(segment: SegmentText, defs: readonly ElementDef[], element: number, isHeader: boolean): boolean {
  const def = defs[element - 1];
  return def !== undefined && isMasked(def.dataElement, factsOf(segment, defs), isHeader);
}

interface SegmentFacts {
  readonly isPerson: boolean;
  readonly hasReferences: boolean;
}

function factsOf({ elements }: SegmentText, defs: readonly ElementDef[]): SegmentFacts {
  return {
    isPerson: defs.some(({ dataElement }, i) => dataElement === ENTITY_TYPE && elements[i] === PERSON),
    hasReferences: defs.some(({ dataElement }) => BESIDE_REFERENCES.has(dataElement)) && !defs.some(({ dataElement }) => dataElement === PROVIDER),
  };
}

function maskPart(value: string, def: ElementDef | undefined, facts: SegmentFacts, isHeader: boolean): string {
  return def !== undefined && isMasked(def.dataElement, facts, isHeader) ? maskValue(value, def.dataElement) : value;
}

function isMasked(dataElement: string, { isPerson, hasReferences }: SegmentFacts, isHeader: boolean): boolean {
  if (ALWAYS.has(dataElement) || (isPerson && OF_PERSONS.has(dataElement))) return true;
  return !isHeader && (DATES.has(dataElement) || (dataElement === REFERENCE && hasReferences));
}

/** Returns a value of the same length that shows nothing. */
export function maskValue(value: string, dataElement = ''): string {
  if (DATES.has(dataElement))
    return value.replace(/\d{8}/g, MASKED_DAY).replace(/\d{6}(?!\d)(?<!\d{7})/g, (part) => (value.includes(MASKED_DAY) ? part : '000101'));
  return value.replace(/\p{L}/gu, 'X').replace(/\d/g, '0');
}
