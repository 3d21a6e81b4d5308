import type { ElementDef, SegmentDef } from '../../guide/guide.types';
import { outKey, type OutLoop, OutSegment } from '../../guide/out-loop';
import { type CodeAtPlace, ListFinder, type ValuePlace } from '../code-qualifier';
import type { Field, MembersOfCode, Scope, Write } from '../field';
import { slotsOf } from '../locator';
import type { Place } from '../place';
import type { CodeListsByQualifier } from '../qualified-elements';
import type { LoopPath } from '../other-loop';
import { itemsWriter } from './items-writer';
import { OutLocation, outLoopOf, whenWritten } from './out-segments';
import { type CodesInLoop, describeWrite } from './writing';
import { isGiven, isObject, type JsonObject, JsonPath, type OutPlace, type WriteRun } from './write-run';

const QUALIFIER = 1;
const CODE = 2;

/** The codes of some lists in segments of a place. */
interface CodesPlace {
  readonly place: Place;
  readonly lists: CodeListsByQualifier;
}

/** A segment of the guide that holds codes. */
interface SegmentPlace {
  readonly def: SegmentDef;
  /** What its segments are found by. */
  readonly key: number;
  /** Qualifiers that the guide allows in each composite; none where the composite is not used. */
  readonly allowed: readonly ReadonlySet<string>[];
}

function segmentPlaceOf(def: SegmentDef): SegmentPlace {
  // Where the guide names no codes for a composite, those of the segment stand there.
  const ofSegment = def.qualifiers[0]?.codes ?? new Set<string>();
  const allowed = def.elements.map(({ usage, components }) => {
    if (usage === 'N') return new Set<string>();
    const codes = components?.[0]?.codes;
    return codes === undefined ? ofSegment : new Set(codes);
  });
  return { def, key: outKey(`${def.id} ${def.slot}`), allowed };
}

/** Where codes of some lists stand in the segments of a loop. */
class CodeSlots implements CodesInLoop {
  /** Qualifiers that the guide has a place for; all where it has none for any. */
  readonly qualifiers: readonly string[];
  readonly places: readonly SegmentPlace[];
  readonly lists: CodeListsByQualifier;

  constructor({ place, lists }: CodesPlace, scope: Scope) {
    this.lists = lists;
    this.places = slotsOf(place, scope.loop).map(segmentPlaceOf);
    const all = Object.keys(lists);
    const placed = all.filter((qualifier) => this.places.some((place) => isAllowed(place, qualifier)));
    this.qualifiers = placed.length > 0 ? placed : all;
  }

  /** The qualifier of a list; where none is named, the first one for the first code and the second for the others. */
  qualifierOf(subType: string, isFirst: boolean): string | undefined {
    const [first, second = first] = this.qualifiers;
    if (subType === '') return isFirst ? first : second;
    return this.qualifiers.find((one) => this.lists[one] === subType) ?? Object.keys(this.lists).find((one) => this.lists[one] === subType);
  }

  /** Finds the next free composite for a qualifier: in the last segment of its kind, or in a new one. */
  next(qualifier: string, { loop, path }: OutPlace): ComposedAt | undefined {
    for (const { key, allowed } of this.places) {
      const segment = loop.findLast(key);
      if (segment !== undefined && allowed[segment.length]?.has(qualifier) === true) return { segment, base: segment.length + 1 };
    }
    const { places } = this;
    const place = places.find(({ allowed }) => allowed[0]?.has(qualifier)) ?? places.find((one) => isAllowed(one, qualifier)) ?? places[0];
    if (place === undefined) return undefined;
    const segment = new OutSegment(place.def, place.key, [], undefined, path);
    loop.segments.add(segment);
    return { segment, base: 1 };
  }
}

const isAllowed = ({ allowed }: SegmentPlace, qualifier: string): boolean => allowed.some((codes) => codes.has(qualifier));

/** Writes the codes of an array into the segments of the loop, each kind where the guide has it. */
export function qualifiedCodesWriter({ more, ...at }: CodesPlace & { readonly more: MembersOfCode }, scope: Scope, key: string | undefined): Write {
  const slots = whenWritten(() => new CodeSlots(at, scope));
  return describeWrite(
    (values, where, run) => {
      let isFirst = true;
      return itemsWriter(key, (value, place) => {
        const given = readGivenCode(value, place.path, run, ['qualifierCode', ...more.keys]);
        if (given === undefined) return;
        const written = writeCode(slots(), given, place, isFirst, run);
        if (written !== undefined) writeMore(more, given, { ...place, ...written }, run);
        isFirst = false;
      })(values, where, run);
    },
    { kind: 'codes', slots, more, isOne: false },
  );
}

/** Writes one code into a segment of the loop. */
export function qualifiedCodeInListWriter(at: CodesPlace, scope: Scope, key: string | undefined): Write {
  const slots = whenWritten(() => new CodeSlots(at, scope));
  return describeWrite(
    (value, where, run) => {
      const path = key === undefined ? where.path : new JsonPath(where.path, key);
      const given = readGivenCode(value, path, run, ['qualifierCode']);
      if (given !== undefined) writeCode(slots(), given, { ...where, path }, true, run);
      return true;
    },
    { kind: 'codes', slots, more: undefined, isOne: true },
  );
}

/** Writes a code and its qualifier; gives where, undefined where it has no place. */
function writeCode(
  slots: CodeSlots,
  { subType, qualifierCode, code, path }: GivenCode,
  place: OutPlace,
  isFirst: boolean,
  run: WriteRun,
): ComposedAt | undefined {
  const qualifier = qualifierCode ?? slots.qualifierOf(subType, isFirst);
  if (qualifier === undefined) {
    run.problem(path, 'subType', 'is no list of codes of this kind');
    return undefined;
  }
  const found = slots.next(qualifier, place);
  found?.segment.set(found.base, QUALIFIER, qualifier);
  found?.segment.set(found.base, CODE, code);
  return found;
}

/** The element of a segment that a composite is written to. */
interface ComposedAt {
  readonly segment: OutSegment;
  readonly base: number;
}

/** Where the pointers of codes are written, and the loop whose codes they point to. */
interface PointersPlace {
  readonly location: OutLocation;
  readonly element: number;
  readonly path: LoopPath;
  readonly segmentId: string;
  readonly lists: CodeListsByQualifier;
}

/** Writes nothing, since pointers say which codes are meant; reports the codes of an array that none points to. */
export function pointedCodesCheck({ location, element, path: target, segmentId, lists }: PointersPlace, key: string | undefined): Write {
  const at = { location, element, isRelative: false, component: 1 };
  return describeWrite(
    (values, where, run) => {
      const pointers = location.at(where)?.elements[element - 1] ?? [];
      const texts = typeof pointers === 'string' ? [pointers] : Array.isArray(pointers) ? pointers : [];
      const codes = codesOf(outLoopOf(target, where.loop, where.path), segmentId, lists);
      const pointed = texts.flatMap((text) => codes[Number(text) - 1] ?? []);
      return itemsWriter(key, (value, place) => {
        const given = readGivenCode(value, place.path, run, ['qualifierCode']);
        if (given === undefined) return;
        const { code, subType, qualifierCode } = given;
        const isSame = (one: PointedCode): boolean =>
          one.code === code && (subType === '' || lists[one.qualifier] === subType) && (qualifierCode ?? one.qualifier) === one.qualifier;
        if (!pointed.some(isSame)) run.mismatch(place.path, undefined, 'No pointer of the line leads to the code; it is not written');
      })(values, where, run);
    },
    { kind: 'pointed', at, path: target, segmentId, lists },
  );
}

/** A code that pointers may lead to. */
interface PointedCode {
  readonly qualifier: string;
  readonly code: string;
}

/** The codes of some lists that a loop has so far. */
function codesOf({ segments }: OutLoop, segmentId: string, lists: CodeListsByQualifier): readonly PointedCode[] {
  const codes: PointedCode[] = [];
  for (let segment = segments.first; segment !== undefined; segment = segment.next) {
    if (segment.def?.id !== segmentId) continue;
    for (let element = 1; element <= segment.length; element++) {
      const qualifier = segment.text(element, QUALIFIER);
      if (lists[qualifier] !== undefined) codes.push({ qualifier, code: segment.text(element, CODE) });
    }
  }
  return codes;
}

/** Writes a code and the qualifier of its list, unless its place is taken by a code of another kind. */
export function qualifiedCodeWriter(
  { place, code, qualifier, lists, more }: CodeAtPlace & { readonly more: MembersOfCode },
  scope: Scope,
  key: string | undefined,
): Write {
  const location = new OutLocation(place, scope);
  const known = whenWritten(() => ({ finder: new ListFinder(lists), allowed: allowedAt(place, qualifier, scope), names: namesOf(lists) }));
  const qualifiers = whenWritten(() => new WrittenQualifiers(known().finder, known().allowed));
  return describeWrite(
    (value, where, run) => {
      const path = key === undefined ? where.path : new JsonPath(where.path, key);
      const segment = location.at(where);
      if (segment === undefined) return true;
      const base = code.isRelative ? where.base : 0;
      if (segment.text(base + code.element, code.component) !== '') return false;
      const given = readGivenCode(value, path, run, ['qualifierCode', ...more.keys]);
      const written = given && qualifiers().find(given, run);
      if (given === undefined || written === undefined) return true;
      segment.set(qualifier.isRelative ? base + qualifier.element : qualifier.element, qualifier.component, written);
      segment.set(base + code.element, code.component, given.code);
      writeMore(more, given, { ...where, segment, base: base + code.element }, run);
      return true;
    },
    { kind: 'code at place', location, places: { code, qualifier }, lists: known, more },
  );
}

/** The lists that a code object may name. */
const namesOf = ({ lists, split }: CodeAtPlace['lists']): readonly string[] => [
  ...new Set([...Object.values(lists).filter((name) => name !== null), ...(split === undefined ? [] : [split.list, split.from])]),
];

/** Writes what a code object says beside its code. */
function writeMore({ keys, fields }: MembersOfCode, { object, path }: GivenCode, where: OutPlace & { readonly segment: OutSegment }, run: WriteRun): void {
  for (let i = 0; i < keys.length; i++) {
    const value = object[keys[i] ?? ''];
    if (isGiven(value)) fields[i]?.write?.(value, { ...where, record: object, path }, run);
  }
}

/** The qualifiers of a place, by the lists that were asked for. */
class WrittenQualifiers {
  private readonly known = new Map<string, string | undefined>();

  constructor(
    private readonly lists: ListFinder,
    /** Those that the guide allows; undefined for any. */
    private readonly allowed: readonly string[] | undefined,
  ) {}

  /** The qualifier of a code: its own, or that of its list; undefined, with a problem, when that is of another kind. */
  find({ subType, qualifierCode, path }: GivenCode, run: WriteRun): string | undefined {
    if (qualifierCode !== undefined) return qualifierCode;
    if (!this.known.has(subType)) this.known.set(subType, this.lists.qualifierOf(subType, this.allowed));
    const qualifier = this.known.get(subType);
    if (qualifier === undefined) run.problem(path, 'subType', 'is no list of codes of this kind');
    return qualifier;
  }
}

/** The qualifiers that the guide allows; undefined for any. */
function allowedAt(place: Place, { element, component = 1 }: ValuePlace, scope: Scope): readonly string[] | undefined {
  const defs = place.segment === undefined ? (scope.segments ?? []) : slotsOf(place, scope.loop);
  const declared: ElementDef | undefined = defs[0]?.elements[element - 1];
  return declared?.components?.[component - 1]?.codes ?? declared?.codes;
}

/** Members of a code that say what is known of it, and are never written. */
const DESCRIPTIONS = ['type', 'desc', 'fullDesc', 'shortDesc', 'instructionDesc', 'formattedCode', 'startDate', 'endDate', 'categories', 'edits'];

/** What every code object may have. */
const QUALIFYING_KEYS = ['subType', 'qualifierCode'] as const;
export const CODE_KEYS: ReadonlySet<string> = new Set(['subType', 'code', ...DESCRIPTIONS]);

/** A code object of a request, checked: the object, its path, and the code. */
export interface GivenCode {
  readonly object: JsonObject;
  readonly path: JsonPath;
  readonly code: string;
  /** Empty where the request gives none. */
  readonly subType: string;
  /** Undefined where the request gives none. */
  readonly qualifierCode: string | undefined;
}

/**
 * Reads a code object; undefined, with a problem, for anything else. `more` are the members that it may have besides; `list` is the list that
 * the place has, where it has one only.
 */
export function readGivenCode(value: unknown, path: JsonPath, run: WriteRun, more: readonly string[] = [], list?: string): GivenCode | undefined {
  if (!isObject(value)) {
    run.problem(path, undefined, 'expected an object with `code`');
    return undefined;
  }
  path.record = 'Code';
  for (const key in value) {
    if (key === 'code' || key === 'subType' || CODE_KEYS.has(key) || more.includes(key) || !isGiven(value[key])) continue;
    run.unknown(path, key, 'Code', () => [...CODE_KEYS, ...more]);
  }
  const { code, subType, qualifierCode } = value;
  for (const key of QUALIFYING_KEYS) if (isGiven(value[key]) && typeof value[key] !== 'string') run.wrongType(path, key, { type: 'string' });
  if (typeof code !== 'string' || code === '') {
    run.problem(path, 'code', 'expected a code, as a string');
    return undefined;
  }
  if (list !== undefined && isGiven(subType) && subType !== list) run.mismatch(path, 'subType', `The code is written as one of ${list}`);
  return {
    object: value,
    path,
    code,
    subType: typeof subType === 'string' ? subType : '',
    qualifierCode: typeof qualifierCode === 'string' && qualifierCode !== '' ? qualifierCode : undefined,
  };
}

/** A field that reads a code object, and writes its code as another field writes text. */
export function withCodeWriter<T>(list: string, field: Field<T>, code: Field<string>): Field<T> {
  return {
    ...field,
    bind(scope, key) {
      const bound = field.bind(scope, key);
      const writeCode = code.bind(scope, key ?? 'code')?.write;
      if (bound === undefined) return undefined;
      const write: Write = (value, place, run) => {
        const path = key === undefined ? place.path : new JsonPath(place.path, key);
        const given = readGivenCode(value, path, run, [], list);
        return given === undefined || (writeCode?.(given.code, place, run) ?? true);
      };
      return { ...bound, write: writeCode === undefined ? write : describeWrite(write, { kind: 'code', list, item: writeCode }) };
    },
  };
}
