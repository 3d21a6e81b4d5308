import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ElementDef, Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import { nearestName } from '../common/nearest-name';
import type { FieldDoc, Scope } from '../mapping/field';
import { slotsOf } from '../mapping/locator';
import { parsePlace, type Place } from '../mapping/place';

/* Places of a plugin's fields that no guide has: what is missing, what is near, and the line of the declaration. */

/** The missing element of a field that no segment in the guide has; undefined for a valid field, and for one that is made of several places. */
export function missingElement({ place: text, schema }: FieldDoc, scope: Scope): string | undefined {
  const place = readPlace(text);
  if (place?.element === undefined || place.isRelative || schema.type === 'object') return undefined;
  const defs = place.segment === undefined ? (scope.segments ?? []) : slotsOf(place, scope.loop);
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
export function nearestPlace(text: string, guides: readonly Guide[]): string | undefined {
  const segment = readPlace(text)?.segment;
  if (segment === undefined) return undefined;
  const loops = [...new Set(guides.flatMap(({ root }) => loopsWith(root, segment)))];
  if (loops.length > 0) return `${segment} stands in ${loops.length === 1 ? 'loop' : 'loops'} ${loops.join(', ')}.`;
  const nearest = nearestName(segment, new Set(guides.flatMap(({ segmentIds }) => [...segmentIds])));
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}

const loopsWith = ({ id, children }: LoopDef, segment: string): string[] =>
  children.flatMap((child) => (child.kind === 'loop' ? loopsWith(child, segment) : child.id === segment ? [id] : []));

/** `: src/order.js:12`, the line of a package's code that declares a field with this place; empty where none is found. */
export function sourcePlace(folder: string, { field, place }: { readonly field: string; readonly place: string }): string {
  const lines = codeFiles(folder).flatMap((path) =>
    readFileSync(join(folder, path), 'utf8')
      .split('\n')
      .map((text, index) => ({ text, at: `${path.split(sep).join('/')}:${index + 1}` })),
  );
  const named = new RegExp(`\\b${field}\\b`);
  const withPlace = lines.filter(({ text }) => place !== '' && [`'${place}'`, `"${place}"`, `\`${place}\``].some((quoted) => text.includes(quoted)));
  const found = withPlace.find(({ text }) => named.test(text)) ?? withPlace[0] ?? lines.find(({ text }) => new RegExp(`\\b${field}['"]?\\s*:`).test(text));
  return found === undefined ? '' : ` (${found.at})`;
}

/** Sources before compiled files. */
function codeFiles(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(?<!\.d)\.[cm]?[jt]s$/.test(path) && !path.split(sep).includes('node_modules'),
  );
  return files.sort((one, other) => Number(!one.endsWith('ts')) - Number(!other.endsWith('ts')) || (one < other ? -1 : 1));
}

function readPlace(text: string): Place | undefined {
  try {
    return text === '' ? undefined : parsePlace(text);
  } catch {
    return undefined; // Several places, or a sentence about them.
  }
}
