import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { StandardDictionary, standardFolder } from '../../../src/guide/standard-dictionary';
import { GuideLoader } from '../../../src/guide/guide-loader';
import type { ElementDef } from '../../../src/guide/guide.types';
import { sharedFolder } from '../../support/shared-data';

interface DictionaryText {
  readonly elements: Readonly<Record<string, { readonly name: string; readonly type: string }>>;
  readonly composites: Readonly<Record<string, { readonly name: string; readonly elements?: readonly (string | number)[] }>>;
  readonly segments: Readonly<Record<string, readonly (string | number)[]>>;
}

/** The file is ours. */
const text = parse(readFileSync(join(standardFolder(), 'standard-segments.yaml'), 'utf8'), { stringKeys: true }) as DictionaryText;

const dictionary = new StandardDictionary();

/** What an element shows to the tree. */
const facts = ({ ref, name, dataElement, type, repeat, components }: ElementDef) => [ref, name, dataElement, type, repeat, components?.length ?? 0];

describe('the dictionary of standard segments', () => {
  const ids = Object.keys(text.segments);

  it('has 1,039 segments', () => {
    expect(ids).toHaveLength(1039);
  });

  it('reads each of them: every element in its place', () => {
    for (const id of ids) {
      const refs = dictionary.elementsOf(id).map(({ ref }) => ref);
      expect(refs).toEqual((text.segments[id] ?? []).map((_, i) => `${id}${String(i + 1).padStart(2, '0')}`));
    }
  });

  it('has a name and a known type for every element and component', () => {
    const TYPES = new Set(['AN', 'ID', 'DT', 'TM', 'R', 'B', 'N', 'N0', 'N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N7', 'N8', 'N9']);
    const wrong: unknown[] = [];
    const check = (element: ElementDef, isComponent: boolean): void => {
      const isComposite = element.composite !== undefined;
      if (!/^[a-z][a-z0-9_]*$/.test(element.name) || isComposite === TYPES.has(element.type) || (isComposite && isComponent)) wrong.push(facts(element));
      for (const component of element.components ?? []) check(component, true);
    };
    for (const id of ids) for (const element of dictionary.elementsOf(id)) check(element, false);
    expect(wrong).toEqual([]);
  });

  it('knows every element and composite that a segment names', () => {
    const known = new Set([...Object.keys(text.elements), ...Object.keys(text.composites)]);
    const references = [...Object.values(text.segments), ...Object.values(text.composites).map(({ elements }) => elements ?? [])].flat();
    // An element whose number is not known goes by its name.
    const numbers = references.map((reference) => String(reference).replace(/\+$/, '')).filter((reference) => /^(\d+|C\d+|S\d+)$/.test(reference));
    expect(numbers.filter((number) => !known.has(number))).toEqual([]);
    expect(references.length).toBeGreaterThan(8_000);
  });

  it('gives elements, composites and repetitions', () => {
    expect(dictionary.elementsOf('N4').slice(0, 3).map(facts)).toEqual([
      ['N401', 'city_name', '19', 'AN', 1, 0],
      ['N402', 'state_or_province_code', '156', 'ID', 1, 0],
      ['N403', 'postal_code', '116', 'ID', 1, 0],
    ]);
    expect(dictionary.elementsOf('SVC')[0]).toMatchObject({ name: 'composite_medical_procedure_identifier', composite: 'C003' });
    expect(dictionary.elementsOf('SVC')[0]?.components?.slice(0, 2).map(facts)).toEqual([
      ['SVC01-1', 'product_service_id_qualifier', '235', 'ID', 1, 0],
      ['SVC01-2', 'product_service_id', '234', 'AN', 1, 0],
    ]);
    expect(dictionary.elementsOf('EB')[2]).toMatchObject({ ref: 'EB03', repeat: Infinity });
  });

  it('has the lengths of elements and components', () => {
    expect(dictionary.elementsOf('N4')[2]).toMatchObject({ min: 3, max: 15 });
    expect(dictionary.elementsOf('SV1')[6]?.components?.[0]).toMatchObject({ ref: 'SV107-1', min: 1 });
    expect(dictionary.elementsOf('BIN')[1]).toMatchObject({ type: 'B', min: 0, max: Infinity });
  });

  it('has room for everything that the guides of the product allow', () => {
    const narrow = new Set<string>();
    const compare = (of: ElementDef, standard: ElementDef | undefined): void => {
      if (of.usage === 'N') return;
      if (standard === undefined) narrow.add(`${of.ref} is not there`);
      else if (of.components !== undefined) of.components.forEach((one, i) => compare(one, (standard.components ?? [])[i]));
      // Simple elements of 004010 became composites of which they are the first component.
      else if (standard.components !== undefined) compare(of, standard.components[0]);
      else if (of.max > standard.max || of.min < standard.min || of.repeat > standard.repeat) narrow.add(`${of.ref} ${of.min}/${of.max}`);
    };
    const loader = new GuideLoader();
    for (const { id } of loader.readHeaders()) {
      for (const segment of loader.load(id).segments) segment.elements.forEach((one, i) => compare(one, dictionary.elementsOf(segment.id)[i]));
    }
    expect([...narrow]).toEqual([]);
  });

  it('has no elements for segments that the standard does not know', () => {
    expect(dictionary.elementsOf('QQQ')).toEqual([]);
    expect(dictionary.elementsOf('')).toEqual([]);
  });

  it('does not take a member of every object for a segment', () => {
    expect(dictionary.elementsOf('constructor')).toEqual([]);
  });

  it('compiles a segment once', () => {
    expect(dictionary.elementsOf('HL')).toBe(dictionary.elementsOf('HL'));
  });

  it('reads its file when the first segment comes', () => {
    const absent = new StandardDictionary('/nowhere');
    expect(() => absent.elementsOf('N4')).toThrow(/ENOENT/);
  });

  it('agrees with the fact table in the number of elements of every segment', () => {
    const folder = sharedFolder('facts/x12');
    if (folder === undefined) return;
    const table = JSON.parse(readFileSync(join(folder, 'generic-segments-005010.json'), 'utf8')) as Record<string, unknown>;
    const segments = ('segments' in table ? table['segments'] : table) as Record<string, { readonly elements?: readonly unknown[] } | readonly unknown[]>;
    const counts = Object.entries(segments).map(([id, segment]) => [
      id,
      (Array.isArray(segment) ? segment : ((segment as { elements?: readonly unknown[] }).elements ?? [])).length,
    ]);
    expect(Object.fromEntries(ids.map((id) => [id, dictionary.elementsOf(id).length]))).toEqual(Object.fromEntries(counts));
  });
});
