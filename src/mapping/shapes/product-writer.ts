import type { ElementDef } from '../../guide/guide.types';
import type { OutSegment } from '../../guide/out-loop';
import type { Scope } from '../field';
import { slotsOf } from '../locator';
import type { Place } from '../place';
import { type GivenCode, readGivenCode } from '../writing/code-writer';
import { JsonPath } from '../writing/json-path';
import type { Write } from '../writing/record-writer';
import { OutLocation, whenWritten } from '../writing/out-segments';
import type { WriteRun } from '../writing/write-run';
import { DESCRIPTION, FIRST_MODIFIER, MOST_MODIFIERS, type ProductKind, qualifierOf } from './product-lists';

const CODE = 2;
const MODIFIERS = 'HCPCS_MODIFIER';

/** A composite C003 in which a product of one kind is written. */
interface ProductPlace {
  readonly kind: ProductKind;
  readonly place: Place;
  readonly describesItself: boolean;
}

/** Writes a product as a composite, unless that holds a product of another kind already. */
export function productWriter({ kind, place, describesItself }: ProductPlace, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const qualifiersAt = whenWritten(() => new Qualifiers(kind, codesAt(place, place.element ?? 1, scope)));
  const more = ['qualifierCode', ...(kind === 'procedure' ? ['modifiers'] : []), ...(describesItself ? ['descFromClaim'] : [])];
  const element = place.element ?? 1;
  return (value, where, run) => {
    const path = key === undefined ? where.path : new JsonPath(where.path, key);
    const segment = location.at(where);
    if (segment === undefined) return true;
    if (segment.has(element)) return false;
    const given = readGivenCode(value, path, run, more);
    const qualifier = given && qualifiersAt().find(given, run);
    if (given === undefined || qualifier === undefined) return true;
    segment.set(element, 1, qualifier);
    segment.set(element, CODE, given.code);
    if (kind === 'procedure') writeModifiers(given, segment, element, run);
    const { descFromClaim } = given.object;
    if (typeof descFromClaim === 'string' && descFromClaim !== '') segment.set(element, DESCRIPTION, descFromClaim);
    return true;
  };
}

function writeModifiers({ object: { modifiers }, path }: GivenCode, segment: OutSegment, element: number, run: WriteRun): void {
  if (modifiers === undefined || modifiers === null) return;
  if (!Array.isArray(modifiers)) return run.problem(path, 'modifiers', 'expected an array');
  const list: readonly unknown[] = modifiers;
  list.slice(0, MOST_MODIFIERS).forEach((one, i) => {
    const modifier = readGivenCode(one, new JsonPath(new JsonPath(path, 'modifiers'), i), run, [], MODIFIERS);
    if (modifier !== undefined) segment.set(element, FIRST_MODIFIER + i, modifier.code);
  });
  if (list.length > MOST_MODIFIERS) {
    const message = `A procedure has room for ${MOST_MODIFIERS} modifiers; the others are not written`;
    run.issue(path, 'modifiers', { issueType: 'NUMBER_OF_ITEMS', message, maxNumberOfItems: MOST_MODIFIERS, actualNumberOfItems: list.length });
  }
}

/** A product whose qualifier and code are elements beside each other. */
interface ProductPairPlace {
  readonly kind: ProductKind;
  readonly place: Place;
  readonly qualifierElement: number;
}

/** Writes a product as two elements. */
export function productPairWriter({ kind, place, qualifierElement }: ProductPairPlace, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const qualifiersAt = whenWritten(() => new Qualifiers(kind, codesAt(place, qualifierElement, scope)));
  return (value, where, run) => {
    const path = key === undefined ? where.path : new JsonPath(where.path, key);
    const given = readGivenCode(value, path, run, ['qualifierCode', 'modifiers']);
    const segment = location.at(where);
    const qualifier = given && qualifiersAt().find(given, run);
    if (given === undefined || segment === undefined || qualifier === undefined) return true;
    segment.set(qualifierElement, undefined, qualifier);
    segment.set(place.element ?? qualifierElement + 1, undefined, given.code);
    return true;
  };
}

/** The qualifiers of a kind of product at a place, by the lists that were asked for. */
class Qualifiers {
  private readonly known = new Map<string, string | undefined>();

  constructor(
    private readonly kind: ProductKind,
    /** Those that the guide allows; undefined for any. */
    private readonly allowed: readonly string[] | undefined,
  ) {}

  /** The qualifier for a code: its own, or that of its list; undefined, with a problem, when that is of another kind. */
  find({ subType, qualifierCode, path }: GivenCode, run: WriteRun): string | undefined {
    if (qualifierCode !== undefined) return qualifierCode;
    if (!this.known.has(subType)) this.known.set(subType, qualifierOf(this.kind, subType, this.allowed));
    const qualifier = this.known.get(subType);
    if (qualifier === undefined) run.problem(path, 'subType', 'is no list of codes of this kind');
    return qualifier;
  }
}

/** The qualifiers that the guide allows at an element, or in its first component; undefined for any. */
function codesAt(place: Place, element: number, scope: Scope): readonly string[] | undefined {
  const defs = place.segment === undefined ? (scope.segments ?? []) : slotsOf(place, scope.loop);
  const declared: ElementDef | undefined = defs[0]?.elements[element - 1];
  return declared?.components?.[0]?.codes ?? declared?.codes;
}
