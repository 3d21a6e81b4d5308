import { BYTE } from '../../common/bytes';
import type { IntTable } from '../../common/int-table';
import { packCode } from '../../common/pack-code';
import type { LoopNode } from '../../guide/loop-node';
import type { Chunk, Segment } from '../../x12/segment';
import { type Code, encodeCode, encodeOpenCode, readCode } from '../code-json';
import { codeList, type CodeList } from '../code-list';
import { integerCodec } from '../codecs/number.codec';
import { eachComponent } from '../component-list';
import { encodeSteps, Steps } from '../encode-step';
import { named, text } from '../element-field';
import { enumeration } from '../enumeration';
import type { BoundField, EncodeRun, Field, JsonSchema, Nesting, RecordContext, Scope } from '../field';
import { ARRAY, closeGroup, keyFragment } from '../json-text';
import { findAt, guardOf, isSelected, locate, select, type Selection, slotsOf } from '../locator';
import { findPath, followPath, inSegment } from '../scope';
import { onceForEachLoop } from '../once-for-each-loop';
import { parsePlace } from '../place';
import { qualifierTable } from '../qualified-lists';
import { type Fields, record, type ValuesOf } from '../record';
import { CODE_SCHEMA } from './code';
import { OutLocation } from '../writing/out-segments';
import { healthCareCodesWriter, healthCareCodeWriter, pointedCodesCheck } from './health-care-code-writer';

/*
 * HI holds up to twelve composites C022: a qualifier that names the list, the code, and for some lists a date (3, 4),
 * an amount (5), a quantity (6) or the present-on-admission indicator (9). Guides spread the lists over several HI
 * segments; files mix them, so every HI of the loop is read and the qualifier of each composite decides.
 */

/** Lists by the qualifier of a composite (data element 1270). */
export type CodeListsByQualifier = Readonly<Record<string, string>>;

/** A code of HI at its place in the input. */
interface FoundCode {
  readonly list: CodeList;
  readonly chunk: Chunk;
  readonly start: number;
  readonly end: number;
  readonly segment: Segment;
  readonly element: number;
}

const HI = parsePlace('HI');
const NO_LIST = codeList('');
const NO_SEGMENTS: readonly Segment[] = [];

/** Goes through the codes of some lists in the HI segments of a loop, in the order of the input. */
class HealthCareCodeCursor {
  /** List, segment and element of the code at which the cursor stands, and its bounds. */
  list = NO_LIST;
  segment: Segment | undefined = undefined;
  element = 0;
  start = 0;
  end = 0;
  private readonly lists: IntTable<CodeList>;
  private segments: readonly Segment[] = [];
  private index = 0;

  /** `positions` are the places of HI in the loop. */
  constructor(
    lists: CodeListsByQualifier,
    private readonly selection: Selection,
    private readonly positions: readonly number[],
  ) {
    this.lists = qualifierTable(lists);
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
      if (this.readCode(this.segment, this.element)) return true;
    }
  }

  private readCode(segment: Segment, element: number): boolean {
    const { bytes } = segment.chunk;
    const qualifier = segment.start(element);
    const list = this.lists.get(packCode(bytes, qualifier, segment.componentEnd(element, qualifier)));
    if (list === undefined) return false;
    this.list = list;
    this.start = segment.componentStart(element, 2);
    this.end = this.start < 0 ? -1 : segment.componentEnd(element, this.start);
    return this.start < this.end;
  }

  /** The code at which the cursor stands, to be kept. */
  get current(): FoundCode | undefined {
    const { list, segment, element, start, end } = this;
    return segment && { list, chunk: segment.chunk, start, end, segment, element };
  }

  findFirst(loop: LoopNode): FoundCode | undefined {
    this.open(loop);
    return this.next() ? this.current : undefined;
  }

  findAll(loop: LoopNode): readonly FoundCode[] {
    const found: FoundCode[] = [];
    this.open(loop);
    while (this.next()) {
      const { current } = this;
      if (current !== undefined) found.push(current);
    }
    return found;
  }
}

function bindCursor(lists: CodeListsByQualifier, scope: Scope): HealthCareCodeCursor | undefined {
  const selection = select(HI, scope);
  const positions = slotsOf(HI, scope.loop).map(({ position }) => position);
  return selection && new HealthCareCodeCursor(lists, selection, positions);
}

/** Documents where codes come from, such as `HI[ABK|BK]`. */
const placeOf = (lists: CodeListsByQualifier): string => `HI[${Object.keys(lists).join('|')}]`;

function codeSchema(more: Fields): JsonSchema {
  const { title: _ofCodesAlone, ...schema } = CODE_SCHEMA;
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(Object.entries(more).map(([key, { doc }]) => [key, doc.schema])) } };
}

/** What else a composite says, bound to places such as `-4`, its fourth component. */
interface MoreOfCode {
  readonly keys: readonly string[];
  readonly fields: readonly BoundField<unknown>[];
  readonly steps: Steps;
}

function bindMore(more: Fields, scope: Scope): MoreOfCode {
  const inside = inSegment(scope, HI);
  const bound = Object.entries(more).flatMap(([key, field]) => {
    const one = field.bind(inside, key);
    return one === undefined ? [] : [{ key, one }];
  });
  return { keys: bound.map(({ key }) => key), fields: bound.map(({ one }) => one), steps: new Steps(bound.map(({ one }) => one)) };
}

function readMore<T>(code: Code, { keys, fields }: MoreOfCode, loop: LoopNode, found: FoundCode, context: RecordContext): Code & T {
  const values: Record<string, unknown> = {};
  keys.forEach((key, i) => {
    const value = fields[i]?.read(loop, found.segment, found.element, context);
    if (value !== undefined) values[key] = value;
  });
  return asCodeWith<T>({ ...code, ...values });
}

/** The keys and values beside the code come from the fields that T is inferred from. */
function asCodeWith<T>(code: Code): Code & T {
  return code as Code & T;
}

/**
 * The codes of some lists in the HI segments of the loop, each with what `more` reads of its composite:
 *
 *     valueInfos: healthCareCodes({ BE: 'VALUE' }, { amount: amount('-5') })
 */
export function healthCareCodes<const F extends Fields>(lists: CodeListsByQualifier, more: F): Field<readonly (Code & ValuesOf<F>)[]> {
  return {
    doc: { place: placeOf(lists), schema: { type: 'array', items: codeSchema(more) } },
    inside: insideCodes(lists, more),
    bind(scope, key) {
      const cursor = bindCursor(lists, scope);
      if (cursor === undefined) return undefined;
      const parts = bindMore(more, scope);
      const fragment = keyFragment(key);
      return {
        read: (loop, _segment, _base, context) => {
          const codes = cursor.findAll(loop).map((one) => readMore<ValuesOf<F>>(readFound(one, context), parts, loop, one, context));
          return codes.length === 0 ? undefined : codes;
        },
        encode: (loop, _segment, _base, run) => {
          const { out } = run;
          const mark = out.length;
          out.raw(fragment);
          const open = out.length;
          cursor.open(loop);
          while (cursor.next()) {
            const { segment, element, list, start, end } = cursor;
            if (segment === undefined) continue;
            out.byte(BYTE.COMMA);
            encodeOpenCode(run, list, segment.chunk, start, end);
            encodeSteps(parts.steps, loop, segment, element, run);
            out.byte(BYTE.BRACE_CLOSE);
          }
          closeGroup(out, mark, open, ARRAY);
        },
        write: healthCareCodesWriter(lists, parts, scope, key),
      };
    },
  };
}

/** The composites of some lists, as records. */
function insideCodes(lists: CodeListsByQualifier, more: Fields): Nesting {
  const subType = named(enumeration('CodeList', Object.entries(lists)), '-1');
  return {
    item: record('HealthCareCode', { subType, code: text('-2'), desc: description(lists), ...more }),
    isList: true,
    bind(scope) {
      const cursor = bindCursor(lists, scope);
      return (
        cursor && {
          scopes: [inSegment(scope, HI)],
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
      const table = qualifierTable(lists);
      const fragment = keyFragment(key);
      const find = (segment: Segment, element: number, { transaction }: RecordContext): string | undefined => {
        const { bytes } = segment.chunk;
        const qualifier = segment.start(element);
        const list = table.get(packCode(bytes, qualifier, segment.componentEnd(element, qualifier)));
        const start = segment.componentStart(element, 2);
        return list && start >= 0 ? transaction.descriptions?.find(list, bytes, start, segment.componentEnd(element, start))?.description.desc : undefined;
      };
      return {
        read: (_loop, segment, element, context) => find(segment, element, context),
        encode: (_loop, segment, element, { out, context }) => {
          const desc = find(segment, element, context);
          if (desc === undefined) return;
          out.raw(fragment);
          out.text(JSON.stringify(desc));
        },
      };
    },
  };
}

/** The first code of some lists in the HI segments of the loop. */
export function healthCareCode(lists: CodeListsByQualifier): Field<Code> {
  return {
    doc: { place: placeOf(lists), schema: CODE_SCHEMA },
    bind(scope, key) {
      const cursor = bindCursor(lists, scope);
      if (cursor === undefined) return undefined;
      const fragment = keyFragment(key);
      return {
        read: (loop, _segment, _base, context) => {
          const first = cursor.findFirst(loop);
          return first && readFound(first, context);
        },
        encode: (loop, _segment, _base, run) => {
          const first = cursor.findFirst(loop);
          if (first === undefined) return;
          run.out.raw(fragment);
          encodeFound(run, first);
        },
        write: healthCareCodeWriter(lists, scope, key),
      };
    },
  };
}

/**
 * The codes of some lists in the HI segments of an ancestor that the components of an element point to, counted from 1:
 * the diagnoses of a service line. A pointer to no code is passed over.
 */
export function pointedCodes(pointers: string, target: string, lists: CodeListsByQualifier): Field<readonly Code[]> {
  const place = parsePlace(pointers);
  const { element = 0 } = place;
  return {
    doc: { place: `${pointers} to ${placeOf(lists)} of loop ${target}`, schema: { type: 'array', items: CODE_SCHEMA } },
    bind(scope, key) {
      const location = locate(place, scope);
      const path = findPath(scope, target);
      const cursor = path && bindCursor(lists, { ...scope, loop: path.target });
      if (location === undefined || path === undefined || cursor === undefined) return undefined;
      const codesOf = onceForEachLoop((loop: LoopNode) => cursor.findAll(loop));
      const fragment = keyFragment(key);
      const eachPointed = (loop: LoopNode, segment: Segment | undefined, context: RecordContext, use: (code: FoundCode) => void): void => {
        const holder = segment && followPath(path, loop);
        if (segment === undefined || holder === undefined) return;
        const codes = codesOf(holder);
        eachComponent(segment, element, (start, end) => {
          const code = codes[pointerAt(segment.chunk, start, end, context) - 1];
          if (code !== undefined) use(code);
        });
      };
      return {
        ...guardOf(location),
        read: (loop, current, _base, context) => {
          const codes: Code[] = [];
          eachPointed(loop, findAt(location, loop, current), context, (code) => codes.push(readFound(code, context)));
          return codes.length === 0 ? undefined : codes;
        },
        encode: (loop, current, _base, run) => {
          const { out } = run;
          const mark = out.length;
          out.raw(fragment);
          const open = out.length;
          eachPointed(loop, findAt(location, loop, current), run.context, (code) => {
            out.byte(BYTE.COMMA);
            encodeFound(run, code);
          });
          closeGroup(out, mark, open, ARRAY);
        },
        write: pointedCodesCheck({ location: new OutLocation(place, scope), element, path, lists }, key),
      };
    },
  };
}

const readFound = ({ list, chunk, start, end }: FoundCode, context: RecordContext): Code => readCode(list, chunk, start, end, context);

const encodeFound = (run: EncodeRun, { list, chunk, start, end }: FoundCode): void => encodeCode(run, list, chunk, start, end);

/** A pointer as the integer codec reads it; 0 for what is none. */
function pointerAt(chunk: Chunk, start: number, end: number, context: RecordContext): number {
  const digit = (chunk.bytes[start] ?? 0) - BYTE.ZERO;
  if (end - start === 1 && digit >= 0 && digit <= 9) return digit;
  return integerCodec.read(chunk, start, end, context) ?? 0;
}
