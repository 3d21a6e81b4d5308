import { Fragment } from '../../common/fragment';
import { BYTE, isDigit, isLetter } from '../../common/bytes';
import type { Chunk, Segment } from '../../x12/segment';
import { IntTable } from '../../common/int-table';
import { packCode, packText } from '../../common/pack-code';
import { type Code, encodeCode, encodeOpenCode, readCode } from '../code-json';
import { codeList, type CodeList } from '../code-list';
import type { BoundField, EncodeRun, Field, JsonSchema, RecordContext } from '../field';
import { memberFragment, writeJsonText } from '../json-text';
import { findAt, guardOf, locate } from '../locator';
import { parsePlace } from '../place';
import { CODE_SCHEMA, code } from './code';
import { firstOf } from '../nested';

/** A procedure with its modifiers. */
export interface Procedure extends Code {
  /** What the claim says about a procedure whose code does not say enough (C003-7). */
  readonly descFromClaim?: string;
  readonly modifiers?: readonly Code[];
}

/** How the parts of a product are read. */
export interface ProductOptions {
  /** True to read C003-7 as `descFromClaim`. */
  readonly describesItself?: boolean;
}

/** What the medical procedure identifier (C003) can name, each with a JSON key of its own. */
export type ProductKind = 'drug' | 'procedure' | 'revenueCode';

/** A kind of product and its list. */
export interface Product {
  readonly kind: ProductKind;
  /** Undefined where the code's own shape tells: HCPCS level I (CPT) and level II share the qualifier HC. */
  readonly list: CodeList | undefined;
}

/** C003-1, data element 235: which list the code is from. */
const PRODUCTS: Readonly<Record<string, Product>> = {
  AD: { kind: 'procedure', list: codeList('ADA') },
  ER: { kind: 'procedure', list: codeList('JURISDICTION_SPECIFIC') },
  HC: { kind: 'procedure', list: undefined },
  HP: { kind: 'procedure', list: codeList('HIPPS') },
  IV: { kind: 'procedure', list: codeList('HIEC') },
  WK: { kind: 'procedure', list: codeList('ABC') },
  EN: { kind: 'drug', list: codeList('EAN_UCC_13') },
  EO: { kind: 'drug', list: codeList('EAN_UCC_8') },
  N4: { kind: 'drug', list: codeList('NDC') },
  N6: { kind: 'drug', list: codeList('NHRIC') },
  UI: { kind: 'drug', list: codeList('UPC') },
  UP: { kind: 'drug', list: codeList('UPC') },
  NU: { kind: 'revenueCode', list: codeList('REVENUE_CODE') },
};

/** Products by the packed qualifier. */
export const PRODUCT_BY_QUALIFIER = new IntTable(Object.entries(PRODUCTS).map(([qualifier, one]) => [packText(qualifier), one] as const));

const CPT = codeList('CPT');
const HCPCS = codeList('HCPCS');
const MODIFIER = codeList('HCPCS_MODIFIER');

/** A qualifier that no list has is read as a procedure, so that the code is not lost. */
const OTHER_PRODUCT: Product = { kind: 'procedure', list: undefined };

const FIRST_MODIFIER = 3;
const LAST_MODIFIER = 6;
const DESCRIPTION = 7;

/** Tells CPT (five digits, or four and a letter) from HCPCS level II (a letter and four digits). */
export function listByShape(bytes: Uint8Array, start: number, end: number): CodeList {
  if (end - start !== 5) return HCPCS;
  for (let i = start; i < end - 1; i++) if (!isDigit(bytes[i] ?? 0)) return HCPCS;
  const last = bytes[end - 1] ?? 0;
  return isDigit(last) || isLetter(last) ? CPT : HCPCS;
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
function product(kind: ProductKind, placeText: string, { describesItself = false }: ProductOptions = {}): Field<Procedure> {
  const place = parsePlace(placeText);
  const element = place.element ?? 1;
  return {
    doc: { place: placeText, schema: productSchema(kind, describesItself) },
    bind(scope, key): BoundField<Procedure> | undefined {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = memberFragment(key);
      return {
        ...guardOf(location),
        read: (loop, segment, _base, context) => {
          const found = findAt(location, loop, segment);
          return found && readProduct({ segment: found, element, kind, describesItself }, context);
        },
        encode: (loop, segment, _base, run) => {
          const found = findAt(location, loop, segment);
          if (found?.has(element)) encodeProduct(run, fragment, { segment: found, element, kind, describesItself });
        },
      };
    },
  };
}

function productSchema(kind: ProductKind, describesItself: boolean): JsonSchema {
  const desc: Readonly<Record<string, JsonSchema>> = describesItself
    ? { descFromClaim: { type: 'string', description: 'what the claim says about the procedure' } }
    : {};
  const properties = kind === 'procedure' ? { ...CODE_SCHEMA.properties, ...desc, modifiers: MODIFIERS_SCHEMA } : { ...CODE_SCHEMA.properties };
  return { type: 'object', properties };
}

interface ProductPlace {
  readonly segment: Segment;
  readonly element: number;
  readonly kind: ProductKind;
  readonly describesItself: boolean;
}

type UseCode = (list: CodeList, chunk: Chunk, start: number, end: number) => void;

/** Gives the code of the composite when it is of the kind, then its modifiers. */
function eachCode({ segment, element, kind }: ProductPlace, use: UseCode): void {
  const { chunk } = segment;
  const { component: separator } = chunk.delimiters;
  const end = segment.end(element);
  const component = firstComponent(segment, element);
  const found = PRODUCT_BY_QUALIFIER.get(packCode(chunk.bytes, component.start, component.end)) ?? OTHER_PRODUCT;
  if (found.kind !== kind || !nextComponent(component, chunk.bytes, end, separator) || component.start === component.end) return;
  use(found.list ?? listByShape(chunk.bytes, component.start, component.end), chunk, component.start, component.end);
  for (let number = FIRST_MODIFIER; kind === 'procedure' && number <= LAST_MODIFIER; number++) {
    if (!nextComponent(component, chunk.bytes, end, separator)) return;
    if (component.start < component.end) use(MODIFIER, chunk, component.start, component.end);
  }
}

const MODIFIERS_OPENING = new Fragment(',"modifiers":[');
const DESCRIPTION_KEY = new Fragment(',"descFromClaim":');

/** Gives the bounds of the description in the composite; undefined when there is none, or it is not read. */
function findDescription({ segment, element, describesItself }: ProductPlace): Component | undefined {
  const start = describesItself ? segment.componentStart(element, DESCRIPTION) : -1;
  if (start < 0) return undefined;
  const end = segment.componentEnd(element, start);
  return start < end ? { start, end } : undefined;
}

function encodeDescription({ out }: EncodeRun, place: ProductPlace): void {
  const description = findDescription(place);
  if (description === undefined) return;
  out.raw(DESCRIPTION_KEY);
  writeJsonText(out, place.segment.chunk, description.start, description.end);
}

function encodeProduct(run: EncodeRun, key: Fragment, place: ProductPlace): void {
  const { out } = run;
  let count = 0;
  eachCode(place, (list, chunk, start, end) => {
    if (count === 0) {
      out.raw(key);
      encodeOpenCode(run, list, chunk, start, end);
      encodeDescription(run, place);
    } else {
      if (count === 1) out.raw(MODIFIERS_OPENING);
      else out.byte(BYTE.COMMA);
      encodeCode(run, list, chunk, start, end);
    }
    count++;
  });
  if (count > 1) out.byte(BYTE.BRACKET_CLOSE);
  if (count > 0) out.byte(BYTE.BRACE_CLOSE);
}

function readProduct(place: ProductPlace, context: RecordContext): Procedure | undefined {
  const codes: Code[] = [];
  eachCode(place, (list, chunk, start, end) => codes.push(readCode(list, chunk, start, end, context)));
  const [procedure, ...modifiers] = codes;
  const description = findDescription(place);
  const descFromClaim = description && place.segment.chunk.text(description.start, description.end);
  return procedure && { ...procedure, ...(descFromClaim ? { descFromClaim } : {}), ...(modifiers.length > 0 ? { modifiers } : {}) };
}

/** A procedure with modifiers: C003 with HC, AD, WK, IV, HP or ER. */
export const procedure = (place: string, options?: ProductOptions): Field<Procedure> => product('procedure', place, options);

/** A drug: C003 with N4 and the other product codes. */
export const drug = (place: string): Field<Code> => product('drug', place);

/** A revenue code: C003 with NU, else an element of its own. */
export const revenueCode = (place: string, ownElement?: string): Field<Code> =>
  ownElement === undefined ? product('revenueCode', place) : firstOf<Code>(product('revenueCode', place), code('REVENUE_CODE', ownElement));
