import { BYTE } from '../common/bytes';
import type { Fragment } from '../common/fragment';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { type Code, CODE_SCHEMA, encodeOpenCode } from './code-json';
import { codeList } from './code-list';
import { encodeSteps, Steps } from './encode-step';
import type { BoundField, Field, FieldParts, Fields, MembersOfCode, Scope } from './field';
import { keyFragment, writeJsonText } from './json-text';
import { ListFinder, type QualifiedLists } from './list-finder';
import { findAt, guardOf, locate } from './locator';
import { type CodeAtPlace, type CodePlaces, codePlaces, type ValuePlace } from './code-place';
import { parsePlace, type Place } from './place';
import type { ValuesOf } from './record';
import { inSegment } from './scope';
import { qualifiedCodeWriter } from './writing/qualified-code-writer';
import type { EncodeRun } from './encode-run';
import type { JsonSchema } from './json-schema';

/** A code whose list another value of its segment names. */
export interface QualifiedCode {
  /** The code, such as LQ02, or SVC01-2 in a composite. */
  readonly code: string;
  /** Its qualifier: an element of the segment, such as 01, or a component of the element that the code is in, such as -1. */
  readonly qualifier: string;
  readonly lists: QualifiedLists;
}

/** A code with what else its composite says. */
export interface QualifiedCodeWithMore<F extends Fields> extends QualifiedCode {
  /** Fields at places such as -7. */
  readonly more: F;
  /** Name of the object. */
  readonly title?: string;
}

/** Finds the code in a segment, and holds it until the next one is asked for. */
export class CodeCursor {
  list = codeList('');
  start = 0;
  end = 0;
  readonly lists: ListFinder;

  constructor(
    lists: QualifiedLists,
    private readonly places: CodePlaces,
  ) {
    this.lists = new ListFinder(lists);
  }

  /** Goes to the code; false when there is none that is meant. */
  find(segment: Segment, base: number): boolean {
    const { code, qualifier } = this.places;
    const start = startOf(code, segment, base);
    const end = start < 0 ? start : endOf(code, segment, base, start);
    if (start >= end) return false;
    const qualifierStart = startOf(qualifier, segment, base);
    const qualifierEnd = qualifierStart < 0 ? qualifierStart : endOf(qualifier, segment, base, qualifierStart);
    const list = this.lists.find(segment.chunk.bytes, qualifierStart, qualifierEnd, start, end);
    if (list === undefined) return false;
    this.list = list;
    this.start = start;
    this.end = end;
    return true;
  }
}

const elementOf = ({ element, isRelative }: ValuePlace, base: number): number => (isRelative ? base + element : element);

function startOf(place: ValuePlace, segment: Segment, base: number): number {
  const element = elementOf(place, base);
  return place.component === undefined ? segment.start(element) : segment.componentStart(element, place.component);
}

function endOf(place: ValuePlace, segment: Segment, base: number, start: number): number {
  const element = elementOf(place, base);
  return place.component === undefined ? segment.end(element) : segment.componentEnd(element, start);
}

/** What else a composite says, bound. */
export class MoreOfCode implements MembersOfCode {
  readonly keys: readonly string[];
  readonly fields: readonly BoundField[];
  readonly steps: Steps;

  constructor(more: Fields, scope: Scope) {
    const bound = Object.entries(more).flatMap(([key, field]) => {
      const one = field.bind(scope, key);
      return one === undefined ? [] : [{ key, one }];
    });
    this.keys = bound.map(({ key }) => key);
    this.fields = bound.map(({ one }) => one);
    this.steps = new Steps(this.fields);
  }
}

/** The schema of a code with more. */
export function codeSchema(more: Fields, title?: string): JsonSchema {
  const members = Object.entries(more);
  if (members.length === 0) return CODE_SCHEMA;
  const { title: _ofCodesAlone, ...schema } = CODE_SCHEMA;
  const properties = { ...schema.properties, ...Object.fromEntries(members.map(([key, { doc }]) => [key, doc.schema])) };
  return { ...(title === undefined ? {} : { title }), ...schema, properties };
}

const scopeOf = (place: Place, scope: Scope): Scope => (place.segment === undefined ? scope : inSegment(scope, place));

/** What is written of a code beside the code. */
interface CodeData {
  readonly key: Fragment;
  readonly members: readonly BoundField[];
}

/** Writes something of the code at which the cursor stands. */
type EncodeAtCode = (run: EncodeRun, cursor: CodeCursor, loop: LoopNode, segment: Segment) => void;

function bindAtCode({ place, lists, ...places }: CodeAtPlace, scope: Scope, encode: EncodeAtCode, data?: CodeData): BoundField | undefined {
  const location = locate(place, scope);
  if (location === undefined) return undefined;
  const cursor = new CodeCursor(lists, places);
  return {
    ...guardOf(location),
    ...(data && { step: { kind: 'qualified code', ...data, location, places, lists: cursor.lists } }),
    encode: (loop, current, base, run) => {
      const segment = findAt(location, loop, current);
      if (segment !== undefined && cursor.find(segment, base)) encode(run, cursor, loop, segment);
    },
  };
}

/**
 * A code object whose list a qualifier names:
 *
 *     qualifiedCode({ code: 'LQ02', qualifier: '01', lists })                                          two elements beside each other
 *     qualifiedCode({ code: 'SVC01-2', qualifier: '-1', lists, more: { descFromClaim: text('-7') } })   components of one element
 */
export function qualifiedCode(declared: QualifiedCode): Field<Code>;
export function qualifiedCode<const F extends Fields>(declared: QualifiedCodeWithMore<F>): Field<Code & ValuesOf<F>>;
export function qualifiedCode({ code, qualifier, lists, more = {}, title }: QualifiedCode & Partial<QualifiedCodeWithMore<Fields>>): Field<Code> {
  const place = parsePlace(code);
  const at: CodeAtPlace = { place, lists, ...codePlaces(place, qualifier) };
  return {
    doc: { place: code, schema: codeSchema(more, title) },
    parts: partsOf(at, more),
    bind(scope, key) {
      const fragment = keyFragment(key);
      const bound = new MoreOfCode(more, scopeOf(place, scope));
      const field = bindAtCode(
        at,
        scope,
        (run, { list, start, end }, loop, segment) => {
          run.out.raw(fragment);
          encodeOpenCode(run, list, segment.chunk, start, end);
          if (bound.keys.length > 0) encodeSteps(bound.steps, loop, segment, at.code.element, run);
          run.out.byte(BYTE.BRACE_CLOSE);
        },
        { key: fragment, members: bound.fields },
      );
      return field && { ...field, write: qualifiedCodeWriter({ ...at, more: bound }, scope, key) };
    },
  };
}

/** The code alone, and each of what else the composite says. */
function partsOf(at: CodeAtPlace, more: Fields): FieldParts {
  const code: Field<string> = {
    doc: { place: '', schema: { type: 'string' } },
    bind(scope, key) {
      const fragment = keyFragment(key);
      return bindAtCode(at, scope, ({ out }, { start, end }, _loop, { chunk }) => {
        out.raw(fragment);
        writeJsonText(out, chunk, start, end);
      });
    },
  };
  const part = (field: Field<unknown>): Field<unknown> => ({
    doc: field.doc,
    bind(scope, key) {
      const bound = field.bind(scopeOf(at.place, scope), key);
      return bound && bindAtCode(at, scope, (run, _cursor, loop, segment) => bound.encode(loop, segment, at.code.element, run));
    },
  });
  return { code, ...Object.fromEntries(Object.entries(more).map(([key, field]) => [key, part(field)])) };
}
