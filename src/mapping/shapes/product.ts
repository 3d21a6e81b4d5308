import { Fragment } from '../../common/fragment';
import { BYTE, isDigit, isLetter } from '../../common/bytes';
import type { LoopNode } from '../../guide/loop-node';
import type { Chunk, Segment } from '../../x12/segment';
import { type Code, encodeCode, encodeOpenCode, readCode } from '../code-json';
import { codeList, type CodeList } from '../code-list';
import type { BoundField, EncodeRun, Field, FieldParts, JsonSchema, RecordContext } from '../field';
import { keyFragment, writeJsonText } from '../json-text';
import { findAt, guardOf, locate } from '../locator';
import { parsePlace } from '../place';
import { CODE_SCHEMA, code } from './code';
import { firstOf } from '../nested';
import { DESCRIPTION, FIRST_MODIFIER, MOST_MODIFIERS, type ProductKind, productOf } from './product-lists';
import { productWriter } from './product-writer';
import { text } from '../element-field';

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

const CPT = codeList('CPT');
const HCPCS = codeList('HCPCS');
const MODIFIER = codeList('HCPCS_MODIFIER');

const LAST_MODIFIER = FIRST_MODIFIER + MOST_MODIFIERS - 1;

/** Tells CPT (five digits, or four and a letter) from HCPCS level II (a letter and four digits). */
export function listByShape(bytes: Uint8Array, start: number, end: number): CodeList {
  if (end - start !== 5) return HCPCS;
  for (let i = start; i < end - 1; i++) if (!isDigit(bytes[i] ?? 0)) return HCPCS;
  const last = bytes[end - 1] ?? 0;
  return isDigit(last) || isLetter(last) ? CPT : HCPCS;
}

/** Bounds of a component. */
interface Component {
  readonly start: number;
  readonly end: number;
}

const MODIFIERS_SCHEMA: JsonSchema = { type: 'array', items: CODE_SCHEMA };

/** The code of a C003 composite when it is of the kind; other kinds have no value. */
function product(kind: ProductKind, placeText: string, { describesItself = false }: ProductOptions = {}): Field<Procedure> {
  const place = parsePlace(placeText);
  const element = place.element ?? 1;
  return {
    doc: { place: placeText, schema: productSchema(kind, describesItself) },
    parts: productParts(kind, placeText, describesItself),
    bind(scope, key): BoundField<Procedure> | undefined {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      const cursor = new CodeCursor();
      return {
        ...guardOf(location),
        read: (loop, segment, _base, context) => {
          const found = findAt(location, loop, segment);
          return found && readProduct({ segment: found, element, kind, describesItself }, cursor, context);
        },
        encode: (loop, segment, _base, run) => {
          const found = findAt(location, loop, segment);
          if (found?.has(element)) encodeProduct(run, fragment, { segment: found, element, kind, describesItself }, cursor);
        },
        write: productWriter({ kind, place, describesItself }, scope, key),
      };
    },
  };
}

/** The code alone, the modifiers alone, and the description alone. */
function productParts(kind: ProductKind, placeText: string, describesItself: boolean): FieldParts {
  const code = productPart<string>(
    kind,
    placeText,
    { type: 'string' },
    {
      read: (cursor, chunk) => chunk.text(cursor.start, cursor.end),
      encode: ({ out }, key, cursor, chunk) => {
        out.raw(key);
        writeJsonText(out, chunk, cursor.start, cursor.end);
      },
    },
  );
  if (kind !== 'procedure') return { code };
  const modifiers = productPart<readonly Code[]>(kind, placeText, MODIFIERS_SCHEMA, { read: readModifiers });
  return { code, modifiers, ...(describesItself ? { descFromClaim: text(`${placeText}-${DESCRIPTION}`) } : {}) };
}

/** How a part of a product is read, with the cursor at its code. */
interface ProductPartReading<T> {
  readonly read: (cursor: CodeCursor, chunk: Chunk, context: RecordContext) => T | undefined;
  /** Absent where the JSON of the value is written. */
  readonly encode?: (run: EncodeRun, key: Fragment, cursor: CodeCursor, chunk: Chunk) => void;
}

function productPart<T>(kind: ProductKind, placeText: string, schema: JsonSchema, { read, encode }: ProductPartReading<T>): Field<T> {
  const place = parsePlace(placeText);
  const element = place.element ?? 1;
  return {
    doc: { place: placeText, schema },
    bind(scope, key): BoundField<T> | undefined {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      const cursor = new CodeCursor();
      const open = (loop: LoopNode, current: Segment): Chunk | undefined => {
        const segment = findAt(location, loop, current);
        return segment?.has(element) === true && cursor.open({ segment, element, kind, describesItself: false }) ? segment.chunk : undefined;
      };
      return {
        ...guardOf(location),
        read: (loop, segment, _base, context) => {
          const chunk = open(loop, segment);
          return chunk && read(cursor, chunk, context);
        },
        encode: (loop, segment, _base, run) => {
          const chunk = open(loop, segment);
          if (chunk === undefined) return;
          if (encode !== undefined) return encode(run, fragment, cursor, chunk);
          const value = read(cursor, chunk, run.context);
          if (value === undefined) return;
          run.out.raw(fragment);
          run.out.text(JSON.stringify(value));
        },
      };
    },
  };
}

function readModifiers(cursor: CodeCursor, chunk: Chunk, context: RecordContext): readonly Code[] | undefined {
  let modifiers: Code[] | undefined;
  while (cursor.next()) (modifiers ??= []).push(readCode(cursor.list, chunk, cursor.start, cursor.end, context));
  return modifiers;
}

function productSchema(kind: ProductKind, describesItself: boolean): JsonSchema {
  const desc: Readonly<Record<string, JsonSchema>> = describesItself
    ? { descFromClaim: { type: 'string', description: 'what the claim says about the procedure' } }
    : {};
  if (kind !== 'procedure') return CODE_SCHEMA;
  return { ...CODE_SCHEMA, title: 'Procedure', properties: { ...CODE_SCHEMA.properties, ...desc, modifiers: MODIFIERS_SCHEMA } };
}

interface ProductPlace {
  readonly segment: Segment;
  readonly element: number;
  readonly kind: ProductKind;
  readonly describesItself: boolean;
}

/** Goes through the codes of a composite: the code itself when it is of the kind, then its modifiers. */
class CodeCursor {
  /** The list and bounds of the code at which the cursor stands. */
  list: CodeList = MODIFIER;
  start = 0;
  end = 0;
  private position = 0;
  private last = 0;
  private number = 0;
  private kind: ProductKind = 'procedure';
  private chunk: Chunk | undefined;

  /** Goes to the code; false when there is none of the kind. */
  open({ segment, element, kind }: ProductPlace): boolean {
    const { chunk } = segment;
    this.chunk = chunk;
    this.kind = kind;
    this.last = segment.end(element);
    const start = segment.start(element);
    this.position = segment.componentEnd(element, start);
    const found = productOf(chunk.bytes, start, this.position);
    if (found.kind !== kind || !this.toNextComponent(chunk) || this.start === this.end) return false;
    this.list = found.list ?? listByShape(chunk.bytes, this.start, this.end);
    this.number = FIRST_MODIFIER;
    return true;
  }

  /** Goes to the next modifier; false when there is none. */
  next(): boolean {
    const { chunk } = this;
    if (chunk === undefined || this.kind !== 'procedure') return false;
    this.list = MODIFIER;
    while (this.number <= LAST_MODIFIER && this.toNextComponent(chunk)) {
      this.number++;
      if (this.start < this.end) return true;
    }
    return false;
  }

  private toNextComponent({ bytes, delimiters }: Chunk): boolean {
    if (this.position >= this.last) return false;
    const start = this.position + 1;
    let end = start;
    while (end < this.last && (bytes[end] ?? 0) !== delimiters.component) end++;
    this.start = start;
    this.end = end;
    this.position = end;
    return true;
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

function encodeProduct(run: EncodeRun, key: Fragment, place: ProductPlace, cursor: CodeCursor): void {
  if (!cursor.open(place)) return;
  const { out } = run;
  const { chunk } = place.segment;
  out.raw(key);
  encodeOpenCode(run, cursor.list, chunk, cursor.start, cursor.end);
  if (place.describesItself) encodeDescription(run, place);
  if (cursor.next()) {
    out.raw(MODIFIERS_OPENING);
    encodeCode(run, cursor.list, chunk, cursor.start, cursor.end);
    while (cursor.next()) {
      out.byte(BYTE.COMMA);
      encodeCode(run, cursor.list, chunk, cursor.start, cursor.end);
    }
    out.byte(BYTE.BRACKET_CLOSE);
  }
  out.byte(BYTE.BRACE_CLOSE);
}

function readProduct(place: ProductPlace, cursor: CodeCursor, context: RecordContext): Procedure | undefined {
  if (!cursor.open(place)) return undefined;
  const { chunk } = place.segment;
  const code = readCode(cursor.list, chunk, cursor.start, cursor.end, context);
  const description = findDescription(place);
  const descFromClaim = description && chunk.text(description.start, description.end);
  const modifiers = readModifiers(cursor, chunk, context);
  return { ...code, ...(descFromClaim ? { descFromClaim } : {}), ...(modifiers ? { modifiers } : {}) };
}

/** A procedure with modifiers: C003 with HC, AD, WK, IV, HP or ER. */
export const procedure = (place: string, options?: ProductOptions): Field<Procedure> => product('procedure', place, options);

/** A drug: C003 with N4 and the other product codes. */
export const drug = (place: string): Field<Code> => product('drug', place);

/** A revenue code: C003 with NU, else an element of its own. */
export const revenueCode = (place: string, ownElement?: string): Field<Code> =>
  ownElement === undefined ? product('revenueCode', place) : firstOf<Code>(product('revenueCode', place), code('REVENUE_CODE', ownElement));
