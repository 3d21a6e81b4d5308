import { Fragment } from '../../common/fragment';
import { BYTE, isDigit, isLetter } from '../../common/bytes';
import type { ByteWriter } from '../../common/byte-writer';
import type { Chunk, Segment } from '../../x12/segment';
import { IntTable } from '../../common/int-table';
import { packCode, packText } from '../../common/pack-code';
import type { BoundField, Field, JsonSchema } from '../field';
import { memberFragment, writeJsonText } from '../json-text';
import { findAt, locate } from '../locator';
import { parsePlace } from '../place';
import { type Code, CODE_SCHEMA, code } from './code';
import { firstOf } from '../nested';

/** A procedure with its modifiers. */
export interface Procedure extends Code {
  readonly modifiers?: readonly Code[];
}

/** What the medical procedure identifier (C003) can name, each with a JSON key of its own. */
export type ProductKind = 'drug' | 'procedure' | 'revenueCode';

interface ProductList {
  readonly kind: ProductKind;
  /** Undefined where the code's own shape tells: HCPCS level I (CPT) and level II share the qualifier HC. */
  readonly subType: string | undefined;
}

/** C003-1, data element 235: which list the code is from. */
const LISTS: Readonly<Record<string, ProductList>> = {
  AD: { kind: 'procedure', subType: 'ADA' },
  ER: { kind: 'procedure', subType: 'JURISDICTION_SPECIFIC' },
  HC: { kind: 'procedure', subType: undefined },
  HP: { kind: 'procedure', subType: 'HIPPS' },
  IV: { kind: 'procedure', subType: 'HIEC' },
  WK: { kind: 'procedure', subType: 'ABC' },
  EN: { kind: 'drug', subType: 'EAN_UCC_13' },
  EO: { kind: 'drug', subType: 'EAN_UCC_8' },
  N4: { kind: 'drug', subType: 'NDC' },
  N6: { kind: 'drug', subType: 'NHRIC' },
  UI: { kind: 'drug', subType: 'UPC' },
  UP: { kind: 'drug', subType: 'UPC' },
  NU: { kind: 'revenueCode', subType: 'REVENUE_CODE' },
};

const LIST_BY_QUALIFIER = new IntTable(Object.entries(LISTS).map(([qualifier, list]) => [packText(qualifier), list] as const));

const SUB_TYPES = [...new Set(Object.values(LISTS).flatMap(({ subType }) => subType ?? ['CPT', 'HCPCS']))];

/** What stands before the code. */
function openingOf(key: string | undefined, subType: string): Fragment {
  return new Fragment(Buffer.concat([memberFragment(key).bytes, Buffer.from(`{"subType":${JSON.stringify(subType)},"code":`)]));
}

/** A qualifier that no list has is read as a procedure, so that the code is not lost. */
const OTHER_LIST: ProductList = { kind: 'procedure', subType: undefined };

const FIRST_MODIFIER = 3;
const LAST_MODIFIER = 6;

/** Tells CPT (five digits, or four and a letter) from HCPCS level II (a letter and four digits). */
function subTypeByShape(bytes: Uint8Array, start: number, end: number): 'CPT' | 'HCPCS' {
  if (end - start !== 5) return 'HCPCS';
  for (let i = start; i < end - 1; i++) if (!isDigit(bytes[i] ?? 0)) return 'HCPCS';
  const last = bytes[end - 1] ?? 0;
  return isDigit(last) || isLetter(last) ? 'CPT' : 'HCPCS';
}

/** Positions of a component, found once and read or written after. */
interface Component {
  start: number;
  end: number;
}

/** Finds the component after the one given; false at the end of the element. */
function nextComponent(component: Component, bytes: Uint8Array, end: number, separator: number): boolean {
  if (component.end >= end) return false;
  component.start = component.end + 1;
  component.end = component.start;
  while (component.end < end && (bytes[component.end] ?? 0) !== separator) component.end++;
  return true;
}

function firstComponent(segment: Segment, element: number): Component {
  const start = segment.start(element);
  return { start, end: segment.componentEnd(element, start) };
}

const MODIFIERS_SCHEMA: JsonSchema = { type: 'array', items: CODE_SCHEMA };

/** The code of a C003 composite when it is of the kind; other kinds have no value. */
function product(kind: ProductKind, placeText: string): Field<Procedure> {
  const place = parsePlace(placeText);
  const element = place.element ?? 1;
  const properties = kind === 'procedure' ? { ...CODE_SCHEMA.properties, modifiers: MODIFIERS_SCHEMA } : CODE_SCHEMA.properties;
  return {
    doc: { place: placeText, schema: { type: 'object', ...(properties ? { properties } : {}) } },
    bind(scope, key): BoundField<Procedure> | undefined {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const openings = new Map(SUB_TYPES.map((subType) => [subType, openingOf(key, subType)]));
      return {
        read: (loop, segment) => {
          const found = findAt(location, loop, segment);
          return found && readProduct(found, element, kind);
        },
        encode: (loop, segment, _base, { out }) => {
          const found = findAt(location, loop, segment);
          if (found?.has(element)) encodeProduct(out, openings, { segment: found, element, kind });
        },
      };
    },
  };
}

interface ProductPlace {
  readonly segment: Segment;
  readonly element: number;
  readonly kind: ProductKind;
}

function listOf(chunk: Chunk, qualifier: Component): ProductList {
  return LIST_BY_QUALIFIER.get(packCode(chunk.bytes, qualifier.start, qualifier.end)) ?? OTHER_LIST;
}

function encodeProduct(out: ByteWriter, openings: ReadonlyMap<string, Fragment>, { segment, element, kind }: ProductPlace): void {
  const { chunk } = segment;
  const { component: separator } = chunk.delimiters;
  const end = segment.end(element);
  const component = firstComponent(segment, element);
  const list = listOf(chunk, component);
  if (list.kind !== kind || !nextComponent(component, chunk.bytes, end, separator) || component.start === component.end) return;
  const opening = openings.get(list.subType ?? subTypeByShape(chunk.bytes, component.start, component.end));
  if (opening === undefined) return;
  out.raw(opening);
  writeJsonText(out, chunk, component.start, component.end);
  if (kind === 'procedure') encodeModifiers(out, chunk, component, end);
  out.byte(BYTE.BRACE_CLOSE);
}

const MODIFIERS_OPENING = new Fragment(',"modifiers":[');
const MODIFIER_OPENING = new Fragment('{"subType":"HCPCS_MODIFIER","code":');

function encodeModifiers(out: ByteWriter, chunk: Chunk, component: Component, end: number): void {
  let count = 0;
  for (let number = FIRST_MODIFIER; number <= LAST_MODIFIER; number++) {
    if (!nextComponent(component, chunk.bytes, end, chunk.delimiters.component)) break;
    if (component.start === component.end) continue;
    if (count++ === 0) out.raw(MODIFIERS_OPENING);
    else out.byte(BYTE.COMMA);
    out.raw(MODIFIER_OPENING);
    writeJsonText(out, chunk, component.start, component.end);
    out.byte(BYTE.BRACE_CLOSE);
  }
  if (count > 0) out.byte(BYTE.BRACKET_CLOSE);
}

function readProduct(segment: Segment, element: number, kind: ProductKind): Procedure | undefined {
  const { chunk } = segment;
  const list = listOf(chunk, firstComponent(segment, element));
  const value = segment.component(element, 2);
  if (list.kind !== kind || value === '') return undefined;
  const bytes = Buffer.from(value);
  const subType = list.subType ?? subTypeByShape(bytes, 0, bytes.length);
  const modifiers: Code[] = [];
  for (let number = FIRST_MODIFIER; kind === 'procedure' && number <= LAST_MODIFIER; number++) {
    const modifier = segment.component(element, number);
    if (modifier !== '') modifiers.push({ subType: 'HCPCS_MODIFIER', code: modifier });
  }
  return { subType, code: value, ...(modifiers.length > 0 ? { modifiers } : {}) };
}

/** A procedure with modifiers: C003 with HC, AD, WK, IV, HP or ER. */
export const procedure = (place: string): Field<Procedure> => product('procedure', place);

/** A drug: C003 with N4 and the other product codes. */
export const drug = (place: string): Field<Code> => product('drug', place);

/** A revenue code: C003 with NU, else an element of its own. */
export const revenueCode = (place: string, ownElement?: string): Field<Code> =>
  ownElement === undefined ? product('revenueCode', place) : firstOf<Code>(product('revenueCode', place), code('REVENUE_CODE', ownElement));
