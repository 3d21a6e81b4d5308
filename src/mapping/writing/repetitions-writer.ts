import type { ElementDef } from '../../guide/guide.types';
import type { OutSegment } from '../../guide/out-loop';
import type { Enumeration } from '../enumeration';
import type { Scope, Write } from '../field';
import { slotsOf } from '../locator';
import type { Place } from '../place';
import { OutLocation } from './out-segments';
import { isGiven } from './write-run';

/** A component that values are written to, and what names its code list. */
interface ValueComponent {
  readonly component: number;
  /** True for a value that the component can have. */
  readonly accepts: (value: string) => boolean;
  /** Component and code of the only code list of the value; undefined without one. */
  readonly list: { readonly component: number; readonly code: string } | undefined;
}

/**
 * Writes an array of texts as the repetitions of an element. In composites a value stands in the first of `components` that can have it by its length and codes;
 * a value for a later component joins the repetition before if that has room for it.
 */
export function repetitionsWriter(place: Place, components: readonly number[], scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const { element = 0 } = place;
  const places = componentsOf(slotsOf(place, scope.loop)[0]?.elements[element - 1], components);
  return (values, where, run) => {
    if (!Array.isArray(values)) {
      run.wrongType(where.path, key, { type: 'array' });
      return true;
    }
    const repetitions: string[][] = [];
    const given: readonly unknown[] = values;
    for (const value of given) {
      if (!isGiven(value)) continue;
      if (typeof value === 'string') addValue(repetitions, value, places);
      else run.wrongType(where.path, key, { type: 'string' });
    }
    const [first, ...others] = repetitions;
    if (first === undefined) return true;
    location.at(where)?.setWhole(element, others.length === 0 ? simple(first) : { repetitions: repetitions.map(simple) });
    return true;
  };
}

/** Writes an array of names as the codes that they stand for; where codes are written already, it reports names of others. */
export function nameRepetitionsWriter({ codeOf, nameOf }: Enumeration, place: Place, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const write = repetitionsWriter(place, THE_FIRST, scope, key);
  const { element = 0 } = place;
  return (values, where, run) => {
    if (!Array.isArray(values)) return write(values, where, run);
    const given: readonly unknown[] = values;
    const codes = given.filter((value) => isGiven(value)).map((value) => (typeof value === 'string' ? (codeOf.get(value) ?? value) : value));
    const unknown = codes.find((code) => typeof code === 'string' && !nameOf.has(code));
    const segment = location.at(where);
    if (segment?.has(element) === true) {
      const written = textsOf(segment.elements[element - 1]).map((code) => nameOf.get(code) ?? code);
      const isSame = written.length === codes.length && written.every((name, i) => name === given[i] || name === codes[i]);
      if (!isSame) run.mismatch(where.path, key, 'The names are not those of the codes beside them, which are written');
      return true;
    }
    if (unknown === undefined) return write(codes, where, run);
    run.wrongType(where.path, key, { type: 'string', enum: [...codeOf.keys()] });
    return true;
  };
}

const THE_FIRST = [1] as const;

/** The first component of each repetition. */
function textsOf(value: OutSegment['elements'][number]): readonly string[] {
  if (value === undefined || typeof value === 'string') return value === undefined ? [] : [value];
  const repetitions = 'repetitions' in value ? value.repetitions : [value];
  return repetitions.map((one) => (typeof one === 'string' ? one : (one[0] ?? '')));
}

const simple = (components: string[]): string | string[] => (components.length === 1 ? (components[0] ?? '') : components);

function componentsOf(def: ElementDef | undefined, numbers: readonly number[]): readonly ValueComponent[] {
  return numbers.map((component) => {
    const parts = def?.components ?? [];
    const part = parts[component - 1];
    const listNumber = part?.codeSetBy;
    const [code, ...more] = listNumber === undefined ? [] : (parts[listNumber - 1]?.codes ?? []);
    return {
      component,
      accepts: (value) => part === undefined || (value.length <= part.max && (part.codes?.includes(value) ?? true)),
      list: listNumber === undefined || code === undefined || more.length > 0 ? undefined : { component: listNumber, code },
    };
  });
}

function addValue(repetitions: string[][], value: string, places: readonly ValueComponent[]): void {
  const { component, list } = places.find(({ accepts }) => accepts(value)) ?? places[0] ?? { component: 1, list: undefined };
  const last = repetitions.at(-1);
  const target = last !== undefined && last.length < component && component > 1 ? last : [];
  if (target !== last) repetitions.push(target);
  while (target.length < component) target.push('');
  target[component - 1] = value;
  if (list !== undefined) target[list.component - 1] = list.code;
}
