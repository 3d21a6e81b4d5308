import type { ElementDef } from '../../guide/guide.types';
import type { MembersOfCode, Scope, Write } from '../field';
import { ListFinder } from '../list-finder';
import { slotsOf } from '../locator';
import type { Place } from '../place';
import type { CodeAtPlace, ValuePlace } from '../code-place';
import { type GivenCode, readGivenCode } from './code-writer';
import { JsonPath } from './json-path';
import { OutLocation, whenWritten } from './out-segments';
import { isGiven, type OutPlace, type WriteRun } from './write-run';
import type { OutSegment } from '../../guide/out-loop';

/** Writes a code and the qualifier of its list, unless its place is taken by a code of another kind. */
export function qualifiedCodeWriter(
  { place, code, qualifier, lists, more }: CodeAtPlace & { readonly more: MembersOfCode },
  scope: Scope,
  key: string | undefined,
): Write {
  const location = new OutLocation(place, scope);
  const qualifiers = whenWritten(() => new WrittenQualifiers(new ListFinder(lists), allowedAt(place, qualifier, scope)));
  return (value, where, run) => {
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
  };
}

/** Writes what a code object says beside its code. */
export function writeMore(
  { keys, fields }: MembersOfCode,
  { object, path }: GivenCode,
  where: OutPlace & { readonly segment: OutSegment },
  run: WriteRun,
): void {
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
