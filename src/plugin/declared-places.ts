import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ElementDef, Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import { nearestName } from '../common/nearest-name';
import type { FieldDoc, Scope } from '../mapping/field';
import { slotsOf } from '../mapping/locator';
import { findPath } from '../mapping/other-loop';
import { parsePlace, type Place } from '../mapping/place';

/* Places of a plugin's fields that no guide has: what is missing, what is near, and the line of the declaration. */

/** The missing element of a field that no segment in the guide has; undefined for a valid field, and for one that is made of several places. */
export function missingElement({ place: documented, schema }: FieldDoc, scope: Scope): string | undefined {
  const { targets, text } = splitPlace(documented);
  const place = readPlace(text);
  if (place?.element === undefined || place.isRelative || schema.type === 'object') return undefined;
  const loop = targets.reduce<LoopDef | undefined>((from, target) => from && findPath({ ...scope, loop: from }, target)?.target, scope.loop);
  if (loop === undefined) return undefined;
  const defs = place.segment === undefined ? (scope.segments ?? []) : slotsOf(place, loop);
  if (defs.length === 0 || defs.some((def) => hasPlace(def, place))) return undefined;
  const [def] = defs;
  return def === undefined ? undefined : `Guide ${scope.guide.id} has no ${text}. ${elementsOf(def, text)}`;
}

function hasPlace({ elements, id }: SegmentDef, { element, component }: Place): boolean {
  // A guide may declare no elements at all, as generic ones do.
  if (elements.length === 0) return true;
  const def = elements.find(({ ref }) => Number(ref.slice(id.length)) === element);
  if (def === undefined) return false;
  return component === undefined || component === 1 || (def.components?.length ?? 0) >= component;
}

function elementsOf({ elements }: SegmentDef, text: string): string {
  const refs = elements.flatMap(({ ref, components = [] }: ElementDef) => [ref, ...components.map((one) => one.ref)]);
  const nearest = nearestName(text.replace(/\[.*\]/, ''), refs);
  return nearest === undefined ? `Its elements are ${refs.join(', ')}.` : `Did you mean ${nearest}?`;
}

/** Advice for a place whose segment no loop of the field has: the loops that have it. */
export function nearestPlace(documented: string, guides: readonly Guide[]): string | undefined {
  const place = readPlace(splitPlace(documented).text);
  const segment = place?.segment;
  if (place === undefined || segment === undefined) return undefined;
  const loops = [...new Set(guides.flatMap(({ root }) => loopsWith(root, place)))];
  if (loops.length > 0) return `${shownSegment(place)} stands in ${loops.length === 1 ? 'loop' : 'loops'} ${loops.join(', ')}.`;
  const codes = new Set(guides.flatMap(({ root }) => codesOf(root, segment)));
  if (codes.size > 0) return `Qualifiers of ${segment} are ${[...codes].sort().join(', ')}.`;
  const nearest = nearestName(segment, new Set(guides.flatMap(({ segmentIds }) => [...segmentIds])));
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}

const loopsWith = (loop: LoopDef, place: Place): string[] => [
  ...(slotsOf(place, loop).length > 0 ? [loop.id] : []),
  ...loop.children.flatMap((child) => (child.kind === 'loop' ? loopsWith(child, place) : [])),
];

/** Codes that qualify the segments of an id. */
const codesOf = ({ children }: LoopDef, segment: string): string[] =>
  children.flatMap((child) => {
    if (child.kind === 'loop') return codesOf(child, segment);
    return child.id === segment ? child.qualifiers.flatMap(({ codes }) => [...codes]) : [];
  });

const shownSegment = ({ segment = '', codes, isExcluding }: Place): string =>
  codes === undefined ? segment : `${segment}[${isExcluding ? '^' : ''}${codes.join('|')}]`;

/** What documentation calls the place of a field in other loops: `loop 0000 BHT02` has one target. */
function splitPlace(documented: string): { readonly targets: readonly string[]; readonly text: string } {
  const [, before = '', text = ''] = /^((?:loop \S+ )*)(.*)$/.exec(documented.replace(/^((?:loop \S+ )*)loop (\S+)$/, '$1$2')) ?? [];
  return { targets: [...before.matchAll(/loop (\S+) /g)].map(([, target = '']) => target), text };
}

/** `: src/order.js:12`, the line of a package's code that declares a field with this place; empty where none is found. */
export function sourcePlace(code: PackageCode, { field, place }: { readonly field: string; readonly place: string }): string {
  const lines = code();
  const named = new RegExp(`\\b${field}\\b`);
  const { text: last } = splitPlace(place);
  const withPlace = lines.filter(({ text }) => last !== '' && quotes(text, last));
  const found = withPlace.find(({ text }) => named.test(text)) ?? withPlace[0] ?? lines.find(({ text }) => new RegExp(`\\b${field}['"]?\\s*:`).test(text));
  return found === undefined ? '' : ` (${found.at})`;
}

/** ` (src/order.js:12)`, the first line of a package's code that quotes one of some names, the earliest of them that is quoted; empty where none is. */
export function entryPlace(code: PackageCode, names: readonly string[]): string {
  const lines = code();
  for (const name of names) {
    const found = lines.find(({ text }) => quotes(text, name));
    if (found !== undefined) return ` (${found.at})`;
  }
  return '';
}

/** True if the code of a package has the name of a record: one that the package declares. */
export const namesRecord = (code: PackageCode, record: string): boolean => code().some(({ text }) => quotes(text, record));

const quotes = (text: string, part: string): boolean => [`'${part}'`, `"${part}"`, `\`${part}\``].some((quoted) => text.includes(quoted));

/** A line of the code of a package. */
interface CodeLine {
  readonly text: string;
  /** Such as `src/order.js:12`. */
  readonly at: string;
}

/** The lines of the code of a package, which are read at the first call. */
export type PackageCode = () => readonly CodeLine[];

/** The code in a folder. */
export function codeIn(folder: string): PackageCode {
  let lines: readonly CodeLine[] | undefined;
  return () =>
    (lines ??= codeFiles(folder).flatMap((path) =>
      readFileSync(join(folder, path), 'utf8')
        .split('\n')
        .map((text, index) => ({ text, at: `${path.split(sep).join('/')}:${index + 1}` })),
    ));
}

/** Sources before compiled files. */
const codeFiles = (folder: string): readonly string[] =>
  [...filesBelow(folder, '')].sort((one, other) => Number(!one.endsWith('ts')) - Number(!other.endsWith('ts')) || (one < other ? -1 : 1));

/** Links are not followed: one to the folder of Clearloop may lead back to the package. */
function* filesBelow(folder: string, below: string): Generator<string, void, undefined> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesBelow(folder, path);
    else if (entry.isFile() && /(?<!\.d)\.[cm]?[jt]s$/.test(path)) yield path;
  }
}

function readPlace(text: string): Place | undefined {
  try {
    return text === '' ? undefined : parsePlace(text);
  } catch {
    return undefined; // Several places, or a sentence about them.
  }
}
