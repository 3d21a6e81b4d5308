import { BYTE } from '../common/bytes';
import type { Fragment } from '../common/fragment';
import type { LoopNode } from '../guide/loop-node';
import { type Code, CODE_SCHEMA, encodeCode, encodeOpenCode } from './code-json';
import { type CodeAtPlace, CodeCursor, codePlaces, type QualifiedLists } from './code-qualifier';
import type { CodeList } from './code-list';
import { readInteger } from './codecs/number.codec';
import { named, text } from './element-field';
import type { EncodeRun } from './encode-run';
import { encodeSteps, Steps } from './encode-step';
import { enumeration } from './enumeration';
import {
  type BoundField,
  type CompositeCodes,
  type Field,
  type FieldParts,
  type Fields,
  inSegment,
  type MembersOfCode,
  type Nesting,
  type Scope,
} from './field';
import type { JsonSchema } from './json-schema';
import { ARRAY, closeGroup, keyFragment, openGroup, writeJsonText } from './json-text';
import { findAt, guardOf, isSelected, locate, onceForEachLoop, select, type Selection, slotsOf } from './locator';
import { parsePlace, type Place } from './place';
import type { CodeListsByQualifier } from './qualified-elements';
import { record, type ValuesOf } from './record';
import { eachComponent } from './repetition-list';
import { findPath, followPath } from './other-loop';
import { OutLocation } from './writing/out-segments';
import { pointedCodesCheck, qualifiedCodeInListWriter, qualifiedCodesWriter, qualifiedCodeWriter } from './writing/qualified-codes-writer';
import type { Chunk, Segment } from '../x12/segment';

/*
 * Segments such as HI hold composites of a qualifier, a code, and for some lists a date, an amount or the like (C022). Guides spread the
 * lists over several segments; files mix them, so every segment of the place is read and the qualifier of each composite decides.
 */

/** Components of such a composite. */
const PLACES = codePlaces(parsePlace('-2'), '-1');

/** A code at its place in the input. */
interface FoundCode {
  readonly list: CodeList;
  readonly chunk: Chunk;
  readonly start: number;
  readonly end: number;
}

const NO_SEGMENTS: readonly Segment[] = [];

/** Goes through the codes of some lists in the segments of a loop, in the order of the input. */
class CodesCursor {
  /** Segment and element of the code at which the cursor stands. */
  segment: Segment | undefined = undefined;
  element = 0;
  readonly code: CodeCursor;
  private segments: readonly Segment[] = [];
  private index = 0;

  /** `positions` are the places of the segments in the loop. */
  constructor(
    lists: CodeListsByQualifier,
    private readonly selection: Selection,
    private readonly positions: readonly number[],
  ) {
    this.code = new CodeCursor({ lists }, PLACES);
  }

  get data(): CompositeCodes {
    return { selection: this.selection, positions: this.positions, lists: this.code.lists };
  }

  open({ segments, first }: LoopNode): void {
    this.segments = NO_SEGMENTS;
    this.index = -1;
    this.segment = undefined;
    for (const position of this.positions) if (first[position] !== undefined) this.segments = segments;
  }

  /** Goes to the next code; false when there is none. */
  next(): boolean {
    for (;;) {
      while (this.segment === undefined || this.element >= this.segment.elementCount) {
        this.index++;
        const candidate = this.segments[this.index];
        if (candidate === undefined) return false;
        this.segment = isSelected(this.selection, candidate) ? candidate : undefined;
        this.element = 0;
      }
      this.element++;
      if (this.code.find(this.segment, this.element)) return true;
    }
  }

  findAll(loop: LoopNode): readonly FoundCode[] {
    const found: FoundCode[] = [];
    this.open(loop);
    while (this.next()) {
      const { segment, code } = this;
      if (segment !== undefined) found.push({ list: code.list, chunk: segment.chunk, start: code.start, end: code.end });
    }
    return found;
  }
}

function bindCursor(place: Place, lists: CodeListsByQualifier, scope: Scope): CodesCursor | undefined {
  const selection = select(place, scope);
  const positions = slotsOf(place, scope.loop).map(({ position }) => position);
  return selection && new CodesCursor(lists, selection, positions);
}

/** Documents where codes come from, such as `HI[ABK|BK]`. */
const placeOf = (segment: string, lists: CodeListsByQualifier): string => `${segment}[${Object.keys(lists).join('|')}]`;

/**
 * The codes of some lists in the composites of all segments of a kind, each with what `more` reads of its composite:
 *
 *     valueInfos: qualifiedCodes('HI', { BE: 'VALUE' }, { amount: amount('-5') })
 */
export function qualifiedCodes<const F extends Fields>(segmentId: string, lists: CodeListsByQualifier, more: F): Field<readonly (Code & ValuesOf<F>)[]> {
  const place = parsePlace(segmentId);
  return {
    doc: { place: placeOf(segmentId, lists), schema: { type: 'array', items: codeSchema(more) } },
    inside: insideCodes(place, lists, more),
    bind(scope, key) {
      const cursor = bindCursor(place, lists, scope);
      if (cursor === undefined) return undefined;
      const parts = new MoreOfCode(more, inSegment(scope, place));
      const fragment = keyFragment(key);
      return {
        step: { kind: 'composites', key: fragment, composites: cursor.data, members: parts.fields, isFirst: false },
        encode: (loop, _segment, _base, run) => {
          const { out } = run;
          const open = openGroup(out, fragment);
          cursor.open(loop);
          while (cursor.next()) {
            const { segment, element, code } = cursor;
            if (segment === undefined) continue;
            out.byte(BYTE.COMMA);
            encodeOpenCode(run, code.list, segment.chunk, code.start, code.end);
            encodeSteps(parts.steps, loop, segment, element, run);
            out.byte(BYTE.BRACE_CLOSE);
          }
          closeGroup(out, fragment, open, ARRAY);
        },
        write: qualifiedCodesWriter({ place, lists, more: parts }, scope, key),
      };
    },
  };
}

/** The composites of some lists, as records. */
function insideCodes(place: Place, lists: CodeListsByQualifier, more: Fields): Nesting {
  const subType = named(enumeration('CodeList', Object.entries(lists)), '-1');
  return {
    item: record('QualifiedCode', { subType, code: text('-2'), desc: description(lists), ...more }),
    isList: true,
    bind(scope) {
      const cursor = bindCursor(place, lists, scope);
      return (
        cursor && {
          scopes: [inSegment(scope, place)],
          visit: (loop, _segment, _base, visitor) => {
            cursor.open(loop);
            while (cursor.next()) if (cursor.segment !== undefined) visitor.at(loop, cursor.segment, cursor.element, 0);
          },
        }
      );
    },
  };
}

/** The description of the code of a composite, which tables show beside it. */
function description(lists: CodeListsByQualifier): Field<string> {
  return {
    doc: { place: '-2', schema: { type: 'string' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      const cursor = new CodeCursor({ lists }, PLACES);
      return {
        encode: (_loop, segment, element, { out, context }) => {
          if (!cursor.find(segment, element)) return;
          const desc = context.transaction.descriptions?.find(cursor.list, segment.chunk.bytes, cursor.start, cursor.end)?.description.desc;
          if (desc === undefined) return;
          out.raw(fragment);
          out.text(JSON.stringify(desc));
        },
      };
    },
  };
}

/** The first code of some lists in the composites of all segments of a kind. */
export function firstQualifiedCode(segmentId: string, lists: CodeListsByQualifier): Field<Code> {
  const place = parsePlace(segmentId);
  return {
    doc: { place: placeOf(segmentId, lists), schema: CODE_SCHEMA },
    bind(scope, key) {
      const cursor = bindCursor(place, lists, scope);
      if (cursor === undefined) return undefined;
      const fragment = keyFragment(key);
      return {
        step: { kind: 'composites', key: fragment, composites: cursor.data, members: [], isFirst: true },
        encode: (loop, _segment, _base, run) => {
          cursor.open(loop);
          if (!cursor.next() || cursor.segment === undefined) return;
          run.out.raw(fragment);
          encodeCode(run, cursor.code.list, cursor.segment.chunk, cursor.code.start, cursor.code.end);
        },
        write: qualifiedCodeInListWriter({ place, lists }, scope, key),
      };
    },
  };
}

/** Where pointers lead: the codes of some lists in segments of a loop around. */
export interface PointedPlace {
  /** Id of the loop, such as 2300. */
  readonly loop: string;
  /** Id of its segments, such as HI. */
  readonly segment: string;
  readonly lists: CodeListsByQualifier;
}

/**
 * The codes that the components of an element point to, counted from 1: the diagnoses of a service line. A pointer to no code is passed over.
 */
export function pointedCodes(pointers: string, target: PointedPlace): Field<readonly Code[]> {
  const { lists } = target;
  const place = parsePlace(pointers);
  const segmentPlace = parsePlace(target.segment);
  const { element = 0 } = place;
  return {
    doc: { place: `${pointers} to ${placeOf(target.segment, lists)} of loop ${target.loop}`, schema: { type: 'array', items: CODE_SCHEMA } },
    bind(scope, key) {
      const location = locate(place, scope);
      const path = findPath(scope, target.loop);
      const cursor = path && bindCursor(segmentPlace, lists, { ...scope, loop: path.target });
      if (location === undefined || path === undefined || cursor === undefined) return undefined;
      const codesOf = onceForEachLoop((loop: LoopNode) => cursor.findAll(loop));
      const fragment = keyFragment(key);
      return {
        ...guardOf(location),
        step: { kind: 'pointed codes', key: fragment, location, element, up: path.up, down: path.down, composites: cursor.data },
        encode: (loop, current, _base, run) => {
          const segment = findAt(location, loop, current);
          const holder = segment && followPath(path, loop);
          if (segment === undefined || holder === undefined) return;
          const codes = codesOf(holder);
          const { out } = run;
          const open = openGroup(out, fragment);
          eachComponent(segment, element, (start, end) => {
            const code = codes[pointerAt(segment.chunk, start, end) - 1];
            if (code === undefined) return;
            out.byte(BYTE.COMMA);
            encodeCode(run, code.list, code.chunk, code.start, code.end);
          });
          closeGroup(out, fragment, open, ARRAY);
        },
        write: pointedCodesCheck({ location: new OutLocation(place, scope), element, path, segmentId: target.segment, lists }, key),
      };
    },
  };
}

/** A pointer as the integer codec reads it; 0 for what is none. */
function pointerAt(chunk: Chunk, start: number, end: number): number {
  const digit = (chunk.bytes[start] ?? 0) - BYTE.ZERO;
  if (end - start === 1 && digit >= 0 && digit <= 9) return digit;
  return readInteger(chunk, start, end) ?? 0;
}

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

/** What else a composite says, bound. */
class MoreOfCode implements MembersOfCode {
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
function codeSchema(more: Fields, title?: string): JsonSchema {
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
