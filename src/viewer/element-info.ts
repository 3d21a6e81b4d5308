import type { ElementDef } from '../guide/guide.types';
import type { CodeDirectory, DescriptionsByList } from '../mapping/code-descriptions';
import { codeSourceOf, listOfQualifier } from '../validation/code-source';
import type { Delimiters } from '../x12/delimiters';
import type { CodeNames } from './code-names';
import type { SegmentText } from './segment-text';

/** An element of a segment as the viewer explains it. */
export interface ElementInfo {
  /** Such as CLP02 or SVC01-2. */
  readonly ref: string;
  /** 1-based. */
  readonly element: number;
  readonly component?: number;
  readonly name: string;
  readonly value: string;
  /** X12 data type; absent for an element that the guide does not know. */
  readonly type?: string;
  readonly dataElement?: string;
  readonly usage?: string;
  readonly min?: number;
  readonly max?: number;
  /** What the code means. */
  readonly meaning?: string;
  readonly allowed?: readonly AllowedCode[];
}

/** A code that a guide allows. */
export interface AllowedCode {
  readonly code: string;
  readonly meaning?: string;
}

/** Lists of codes by the data element that takes its codes from them. */
const LIST_OF_ELEMENT: Readonly<Record<string, string>> = {
  '66': 'X12_IDENTIFICATION_CODE',
  '98': 'X12_ENTITY_IDENTIFIER_CODE',
  '128': 'X12_REFERENCE_IDENTIFICATION_QUALIFIER_CODE',
  '374': 'X12_DATE_TIME_QUALIFIER_CODE',
  '522': 'X12_AMOUNT_QUALIFIER_CODE',
  '673': 'X12_QUANTITY_QUALIFIER_CODE',
  '1033': 'CLAIM_ADJUSTMENT_GROUP_CODE',
};

/** More allowed codes are not shown. */
const MAX_CODES = 200;

interface Place {
  readonly def: ElementDef | undefined;
  readonly ref: string;
  readonly element: number;
  readonly component?: number;
  readonly value: string;
  readonly list: string | undefined;
}

/** Explains the elements of a segment, absent ones that the guide knows among them. */
export async function describeElements(
  segment: SegmentText,
  defs: readonly ElementDef[],
  delimiters: Delimiters,
  directory: CodeDirectory | undefined,
  names: CodeNames,
): Promise<readonly ElementInfo[]> {
  const places = placesOf(segment, defs, delimiters);
  const meanings = await lookUp(places, directory);
  return places.map(({ def, ref, element, component, value, list }) => {
    const described = (code: string): string | undefined => (list === undefined ? undefined : meanings.get(list)?.get(code)?.desc);
    const meaningOf = (code: string): string | undefined => described(code) ?? named(names.get(ref)?.get(code));
    const meaning = meaningOf(value);
    return {
      ref,
      element,
      ...(component === undefined ? {} : { component }),
      name: wordsOf(def?.name ?? ''),
      value,
      ...(def === undefined ? {} : factsOf(def)),
      ...(meaning === undefined ? {} : { meaning }),
      ...(def?.codes === undefined ? {} : { allowed: def.codes.slice(0, MAX_CODES).map((code) => withMeaning(code, meaningOf(code))) }),
    };
  });
}

/** Snake case to words: `claim_status_code` to `Claim status code`. */
export function wordsOf(name: string): string {
  const words = name.replace(/_/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names this short are abbreviations, such as PPO. */
const MAX_ABBREVIATION = 3;

/** The name of a code in words: `MEMBER_OF_PLAN` to `Member of plan`. */
const named = (name: string | undefined): string | undefined => (name === undefined || name.length <= MAX_ABBREVIATION ? name : wordsOf(name.toLowerCase()));

const withMeaning = (code: string, meaning: string | undefined): AllowedCode => (meaning === undefined ? { code } : { code, meaning });

function factsOf({ type, dataElement, usage, min, max, composite }: ElementDef): Partial<ElementInfo> {
  if (composite !== undefined) return { type: 'composite', dataElement: composite, usage };
  return { type, dataElement, usage, min, ...(Number.isFinite(max) ? { max } : {}) };
}

function placesOf(segment: SegmentText, defs: readonly ElementDef[], { component: separator }: Delimiters): readonly Place[] {
  const count = Math.max(segment.elements.length, defs.length);
  return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const def = defs[i];
    const value = segment.elements[i] ?? '';
    const ref = def?.ref ?? `${segment.id}${String(i + 1).padStart(2, '0')}`;
    const whole: Place = { def, ref, element: i + 1, value, list: listOf(def, (n) => segment.elements[n - 1] ?? '', value) };
    // The separators of an ISA are no components.
    if (def?.components === undefined || value === '') return [whole];
    const parts = value.split(String.fromCharCode(separator));
    const partOf = (n: number): string => parts[n - 1] ?? '';
    const components = parts.map((part, j): Place => {
      const own = def.components?.[j];
      return { def: own, ref: own?.ref ?? `${ref}-${j + 1}`, element: i + 1, component: j + 1, value: part, list: listOf(own, partOf, part) };
    });
    return [whole, ...components];
  });
}

/** The list of a value's code; `beside` returns the values beside it, by their numbers. */
function listOf(def: ElementDef | undefined, beside: (n: number) => string, value: string): string | undefined {
  if (def === undefined || value === '') return undefined;
  const source = codeSourceOf(def);
  if (source?.kind === 'list') return source.list.list.subType;
  if (source?.kind === 'qualifier') {
    const qualifier = Buffer.from(beside(source.by));
    return (listOfQualifier(def.dataElement, qualifier, 0, qualifier.length) ?? source.usual)?.list.subType;
  }
  return LIST_OF_ELEMENT[def.dataElement];
}

async function lookUp(places: readonly Place[], directory: CodeDirectory | undefined): Promise<DescriptionsByList> {
  const wanted = new Map<string, Set<string>>();
  for (const { list, value, def } of places) {
    if (list === undefined) continue;
    const codes = wanted.get(list) ?? new Set<string>();
    for (const code of [value, ...(def?.codes ?? []).slice(0, MAX_CODES)]) codes.add(code);
    wanted.set(list, codes);
  }
  return directory === undefined || wanted.size === 0 ? new Map() : directory.describe(wanted);
}
