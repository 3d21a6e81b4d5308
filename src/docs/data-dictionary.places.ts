import type { LoopDef } from '../guide/guide.types';
import { type Field, inLoop, type Scope } from '../mapping/field';
import { locate, selectChildren } from '../mapping/locator';
import { findPath } from '../mapping/other-loop';
import { parsePlace, type Place } from '../mapping/place';
import { segmentsOf, type FieldFacts } from './data-dictionary.facts';

type Doc = Field<unknown>['doc'];

/** What separates the places of which the first that has a value counts. */
const ELSE = ', else ';

/** A place in another loop, such as `loop 2410 LIN03` or `first of loop 2400 DTP[472]03`. */
const ELSEWHERE = /^(first of |last of |)loop (\S+)(?: (.+))?$/;

/** A place inside a longer text. */
const PLACE_IN_TEXT = /\b[A-Z][A-Z0-9]{1,2}?(?:\[[^\]]+\])?(?:\d\d(?:-\d+)?(?!\d)|(?<=\]))/g;

/** This many codes are shown inside a place, such as `REF[VY|XZ]02`; more are listed after it. */
const CODES_IN_PLACE = 3;

/** Returns the X12 references of a field as Markdown: the places of its declarations that a guide has, loops by their ids. */
export function referencesOf({ docs, bindings }: FieldFacts): string {
  const scopes = bindings.map(({ scope }) => scope);
  const texts = docs.map((doc) => {
    const parts = doc.place.split(ELSE).filter((part) => isInSomeGuide(part, scopes));
    return parts.flatMap((part) => describePart(part, doc, scopes) || []).join(ELSE);
  });
  return [...new Set(texts.filter(Boolean))].join('; ');
}

/** Returns ids of loops as people write them: `loop 2300`, `loops 2310A to 2310F, 2420A`. */
export function loopsText(ids: Iterable<string>): string {
  const sorted = [...new Set(ids)].sort();
  const runs: string[][] = [];
  for (const id of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && isNext(run.at(-1) ?? '', id)) run.push(id);
    else runs.push([id]);
  }
  const texts = runs.flatMap((run) => (run.length < 3 ? run : `${run[0] ?? ''} to ${run.at(-1) ?? ''}`));
  return `${sorted.length === 1 ? 'loop' : 'loops'} ${texts.join(', ')}`;
}

/** True for 2310B after 2310A. */
function isNext(one: string, other: string): boolean {
  return one.slice(0, -1) === other.slice(0, -1) && /[A-Z]$/.test(one) && other.charCodeAt(other.length - 1) === one.charCodeAt(one.length - 1) + 1;
}

/** False for one of several places that no guide has, although the field has another. */
function isInSomeGuide(part: string, scopes: readonly Scope[]): boolean {
  const [, , target, rest = ''] = ELSEWHERE.exec(part) ?? [];
  const place = readPlace(target === undefined ? part : rest);
  if (place?.element === undefined) return true;
  return scopes.some((scope) =>
    (target === undefined ? [scope] : targetsOf(target, scope, false).map((loop) => inLoop(scope, loop))).some((one) => locate(place, one)),
  );
}

function describePart(part: string, doc: Doc, scopes: readonly Scope[]): string {
  if (part === '') return describeNoPlace(doc, scopes);
  const elsewhere = ELSEWHERE.exec(part);
  if (elsewhere !== null) return describeElsewhere(elsewhere, doc, scopes);
  const place = readPlace(part);
  if (place === undefined) return part.replace(PLACE_IN_TEXT, describeText);
  if (place.segment !== undefined) return describePlace(place);
  return [...new Set(scopes.flatMap(segmentsOf))].map((segment) => describePlace({ ...place, segment })).join(', ');
}

/** Groups of elements, and objects that EDI has no level for: the segments that they are read from. */
function describeNoPlace({ schema, record }: Doc, scopes: readonly Scope[]): string {
  const inner = Object.values(record?.fields ?? {}).flatMap(({ doc }) => readPlace(doc.place) ?? []);
  const places = schema.type === 'array' ? [] : inner.filter(({ segment }) => segment !== undefined);
  if (places.length > 0) return [...new Set(places.map((place) => describePlace({ ...place, element: undefined, component: undefined })))].join(', ');
  return record === undefined && schema.type !== 'array' ? '' : [...new Set(scopes.flatMap(segmentsOf))].map((segment) => `\`${segment}\``).join(', ');
}

function describeElsewhere([, which = '', target = '', rest]: RegExpExecArray, { schema }: Doc, scopes: readonly Scope[]): string {
  const isMany = schema.type === 'array' && rest === undefined;
  const loops = loopsText(scopes.flatMap((scope) => targetsOf(target, scope, isMany).map(({ id }) => id)));
  const name = /^\d/.test(target) ? '' : describeText(target);
  if (rest === undefined) return name === '' ? loops : `${name}, ${loops}`;
  return `${which.replace(' of ', ' ')}${describeText(rest)} of ${loops}`;
}

/** The loops that a target means, seen from a scope. */
function targetsOf(target: string, scope: Scope, isMany: boolean): readonly LoopDef[] {
  const children = isMany ? selectChildren(target, scope.loop) : [];
  if (children.length > 0) return children.map(({ def }) => def);
  const path = findPath(scope, target);
  return path === undefined ? [] : [path.target];
}

function describeText(text: string): string {
  const place = readPlace(text);
  return place === undefined ? text : describePlace(place);
}

function describePlace(place: Place): string {
  const { segment = '', codes = [], isExcluding, isRelative, element, component } = place;
  if (isRelative) return `\`${segment}\`, ${ordinalOf(place)} of a group`;
  const number = element === undefined ? '' : String(element).padStart(2, '0');
  const numbers = component === undefined ? number : `${number}-${component}`;
  if (codes.length === 0) return `\`${segment}${numbers}\``;
  if (isExcluding) return `\`${segment}${numbers}\` except ${codes.join(', ')}`;
  return codes.length > CODES_IN_PLACE ? `\`${segment}${numbers}\` with ${codes.join(', ')}` : `\`${segment}[${codes.join('|')}]${numbers}\``;
}

/** `+1` is the second element of its group, `+0-2` the second component of the first. */
function ordinalOf({ element = 0, component }: Place): string {
  const name = `element ${element + 1}`;
  return component === undefined ? name : `component ${component} of ${name}`;
}

/** Reads a place; undefined for texts with more than one. */
function readPlace(text: string): Place | undefined {
  try {
    return parsePlace(text);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
