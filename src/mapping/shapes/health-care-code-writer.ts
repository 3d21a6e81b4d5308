import type { SegmentDef } from '../../guide/guide.types';
import { outKey, type OutLoop, OutSegment } from '../../guide/out-loop';
import type { BoundField, Scope } from '../field';
import type { LoopPath } from '../scope';
import { slotsOf } from '../locator';
import { parsePlace } from '../place';
import { type GivenCode, readGivenCode } from '../writing/code-writer';
import { itemsWriter } from '../writing/items-writer';
import { JsonPath } from '../writing/json-path';
import type { Write } from '../writing/record-writer';
import { outLoopOf } from '../writing/out-loops';
import { type OutLocation, whenWritten } from '../writing/out-segments';
import { isGiven, type OutPlace, type WriteRun } from '../writing/write-run';
import type { CodeListsByQualifier } from './health-care-codes';

/** What a composite says beside its code. */
interface MoreToWrite {
  readonly keys: readonly string[];
  readonly fields: readonly BoundField<unknown>[];
}

const HI = parsePlace('HI');
const CODE = 2;

/** An HI segment of the guide. */
interface HiPlace {
  readonly def: SegmentDef;
  /** What its segments are found by. */
  readonly key: number;
  /** Qualifiers that the guide allows in each composite; none where the composite is not used. */
  readonly allowed: readonly ReadonlySet<string>[];
}

function hiPlaceOf(def: SegmentDef): HiPlace {
  // Where the guide names no codes for a composite, those of the segment stand there.
  const ofSegment = def.qualifiers[0]?.codes ?? new Set<string>();
  const allowed = def.elements.map(({ usage, components }) => {
    if (usage === 'N') return new Set<string>();
    const codes = components?.[0]?.codes;
    return codes === undefined ? ofSegment : new Set(codes);
  });
  return { def, key: outKey(`HI ${def.slot}`), allowed };
}

/** Where codes of some lists stand in the HI segments of a loop. */
class CodeSlots {
  /** Qualifiers that the guide has a place for; all where it has none for any. */
  readonly qualifiers: readonly string[];
  private readonly places: readonly HiPlace[];

  constructor(
    private readonly lists: CodeListsByQualifier,
    scope: Scope,
  ) {
    this.places = slotsOf(HI, scope.loop).map(hiPlaceOf);
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
  next(qualifier: string, { loop, path }: OutPlace): { readonly segment: OutSegment; readonly element: number } | undefined {
    for (const { key, allowed } of this.places) {
      const segment = loop.findLast(key);
      if (segment !== undefined && allowed[segment.length]?.has(qualifier) === true) return { segment, element: segment.length + 1 };
    }
    const { places } = this;
    const place = places.find(({ allowed }) => allowed[0]?.has(qualifier)) ?? places.find((one) => isAllowed(one, qualifier)) ?? places[0];
    if (place === undefined) return undefined;
    const segment = new OutSegment(place.def, place.key, [], undefined, path);
    loop.segments.add(segment);
    return { segment, element: 1 };
  }
}

const isAllowed = ({ allowed }: HiPlace, qualifier: string): boolean => allowed.some((codes) => codes.has(qualifier));

/** Writes the codes of an array into the HI segments of the loop, each kind where the guide has it. */
export function healthCareCodesWriter(lists: CodeListsByQualifier, more: MoreToWrite, scope: Scope, key: string | undefined): Write {
  const slots = whenWritten(() => new CodeSlots(lists, scope));
  return (values, where, run) => {
    let isFirst = true;
    return itemsWriter(key, (value, place) => {
      const given = readGivenCode(value, place.path, run, ['qualifierCode', ...more.keys]);
      if (given === undefined) return;
      writeCode({ slots: slots(), more, isFirst }, given, place, run);
      isFirst = false;
    })(values, where, run);
  };
}

/** Writes one code into an HI segment of the loop. */
export function healthCareCodeWriter(lists: CodeListsByQualifier, scope: Scope, key: string | undefined): Write {
  const slots = whenWritten(() => new CodeSlots(lists, scope));
  return (value, where, run) => {
    const path = key === undefined ? where.path : new JsonPath(where.path, key);
    const given = readGivenCode(value, path, run, ['qualifierCode']);
    if (given !== undefined) writeCode({ slots: slots(), more: NOTHING_MORE, isFirst: true }, given, { ...where, path }, run);
    return true;
  };
}

const NOTHING_MORE: MoreToWrite = { keys: [], fields: [] };

interface CodeWriting {
  readonly slots: CodeSlots;
  readonly more: MoreToWrite;
  readonly isFirst: boolean;
}

function writeCode({ slots, more, isFirst }: CodeWriting, { object, subType, qualifierCode, code, path }: GivenCode, place: OutPlace, run: WriteRun): void {
  const qualifier = qualifierCode ?? slots.qualifierOf(subType, isFirst);
  if (qualifier === undefined) return run.problem(path, 'subType', 'is no list of codes of this kind');
  const found = slots.next(qualifier, place);
  if (found === undefined) return;
  const { segment, element } = found;
  segment.set(element, 1, qualifier);
  segment.set(element, CODE, code);
  more.keys.forEach((key, i) => {
    const value = object[key];
    if (isGiven(value)) more.fields[i]?.write?.(value, { ...place, segment, base: element, record: object }, run);
  });
}

/** Where the pointers of codes are written, and the loop whose codes they point to. */
interface PointersPlace {
  readonly location: OutLocation;
  readonly element: number;
  readonly path: LoopPath;
  readonly lists: CodeListsByQualifier;
}

/** Writes nothing, since pointers say which codes are meant; reports the codes of an array that none points to. */
export function pointedCodesCheck({ location, element, path: target, lists }: PointersPlace, key: string | undefined): Write {
  return (values, where, run) => {
    const pointers = location.at(where)?.elements[element - 1] ?? [];
    const texts = typeof pointers === 'string' ? [pointers] : Array.isArray(pointers) ? pointers : [];
    const codes = codesOf(outLoopOf(target, where.loop, where.path), lists);
    const pointed = texts.flatMap((text) => codes[Number(text) - 1] ?? []);
    return itemsWriter(key, (value, place) => {
      const given = readGivenCode(value, place.path, run, ['qualifierCode']);
      if (given === undefined) return;
      const { code, subType, qualifierCode } = given;
      const isSame = (one: PointedCode): boolean =>
        one.code === code && (subType === '' || lists[one.qualifier] === subType) && (qualifierCode ?? one.qualifier) === one.qualifier;
      if (!pointed.some(isSame)) run.mismatch(place.path, undefined, 'No pointer of the line leads to the code; it is not written');
    })(values, where, run);
  };
}

/** A code that pointers may lead to. */
interface PointedCode {
  readonly qualifier: string;
  readonly code: string;
}

/** The codes of some lists that a loop has so far. */
function codesOf({ segments }: OutLoop, lists: CodeListsByQualifier): readonly PointedCode[] {
  const codes: PointedCode[] = [];
  for (let segment = segments.first; segment !== undefined; segment = segment.next) {
    if (segment.def?.id !== 'HI') continue;
    for (let element = 1; element <= segment.length; element++) {
      const qualifier = segment.text(element, 1);
      if (lists[qualifier] !== undefined) codes.push({ qualifier, code: segment.text(element, CODE) });
    }
  }
  return codes;
}
