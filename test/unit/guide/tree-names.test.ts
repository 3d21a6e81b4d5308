import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { ElementNames } from '../../../plugins/segments/element-writer';
import { GuideLoader, productGuideFolder } from '../../../src/guide/guide-loader';
import type { ElementDef, Guide, LoopDef, SegmentDef } from '../../../src/guide/guide.types';
import { StandardSets } from '../../../src/guide/standard-sets';

const loader = new GuideLoader();
const standard = new StandardSets();
const guides = [
  ...readdirSync(productGuideFolder()).map((name) => loader.load(basename(name, '.yaml'))),
  ...['274', '810'].map((set) => standard.guideFor(set)),
].map((guide) => [guide.id, guide] as const);

const RESERVED = ['objectType', 'segment_id', 'loop_id'];

/** The keys of elements or components, with those of the ends of periods. */
function elementKeys(elements: readonly ElementDef[]): string[] {
  const names = new ElementNames();
  return elements.flatMap((element, i) => {
    const key = names.nameOf(element);
    const isPeriod = element.dataElement === '1251' && elements[i - 1]?.dataElement === '1250';
    return isPeriod ? [key, `${key}_to`] : [key];
  });
}

/** The keys that stand twice. */
const repeated = (keys: readonly string[]): string[] => [...new Set(keys.filter((key, i) => keys.indexOf(key) !== i))];

const keyOf = (child: SegmentDef | LoopDef): string => {
  const def = child.kind === 'loop' ? child.trigger : child;
  return def.treeName ?? def.name;
};

/** Every place of a guide where a key would stand twice in one object: the second would hide the first. */
function collisions(loop: LoopDef, path = loop.id): string[] {
  const children = loop.children.slice(1);
  const own = [...RESERVED, ...elementKeys(loop.trigger.elements), ...children.map(keyOf)];
  const segments = loop.children.filter((child) => child.kind === 'segment');
  return [
    ...repeated(own).map((key) => `${path}: ${key}`),
    ...segments.flatMap((segment) => repeated([...RESERVED, ...elementKeys(segment.elements)]).map((key) => `${path} ${segment.id}: ${key}`)),
    ...segments.flatMap(({ elements }) =>
      elements.flatMap(({ ref, components = [] }) => repeated(elementKeys(components)).map((key) => `${path} ${ref}: ${key}`)),
    ),
    ...children.flatMap((child) => (child.kind === 'loop' ? collisions(child, `${path}/${child.id}`) : [])),
  ];
}

const trailerOf = ({ root }: Guide): SegmentDef => {
  const last = root.children.at(-1);
  if (last?.kind !== 'segment') throw new Error('The guide does not end with a segment.');
  return last;
};

/** Guides whose trees name SE01 as the records of claims and payments do. */
const OTHER_COUNT = /^(004010X09[1678]A1|005010X(221A1|222A2|223A3|224A2|298|299))$/;

describe('the names of the segment tree', () => {
  it.each(guides)('are unique in every object of %s', (_id, { root }) => {
    expect(collisions(root)).toEqual([]);
  });

  it.each(guides)('of %s are in snake case, or raw ids', (_id, { segments: [, ...segments] }) => {
    const names = segments.flatMap((segment) => [
      keyOf(segment),
      ...elementKeys(segment.elements),
      ...segment.elements.flatMap(({ components = [] }) => elementKeys(components)),
    ]);
    expect([...new Set(names)].filter((name) => !/^([a-z][a-z0-9_]*|[A-Z][A-Z0-9]{1,2})$/.test(name))).toEqual([]);
  });

  it.each(guides)('are transaction_set_trailer for SE of %s, and an object', (_id, guide) => {
    const trailer = trailerOf(guide);
    expect([trailer.id, keyOf(trailer), trailer.max]).toEqual(['SE', 'transaction_set_trailer', 1]);
    expect(elementKeys(trailer.elements)[1]).toBe('transaction_set_control_number');
  });

  it.each(guides.filter(([id]) => !OTHER_COUNT.test(id)))('are number_of_included_segments for SE01 of %s', (_id, guide) => {
    expect(elementKeys(trailerOf(guide).elements)[0]).toBe('number_of_included_segments');
  });

  it.each(guides.filter(([id]) => OTHER_COUNT.test(id)))('are number_of_included_segments for SE01 of %s too', (_id, guide) => {
    expect(elementKeys(trailerOf(guide).elements)[0]).toBe('number_of_included_segments');
  });

  it.each(guides)('of %s leave no loop of `splits` inside another', (_id, { splitLoops }) => {
    for (const loop of splitLoops) for (let outer = loop.parent; outer !== undefined; outer = outer.parent) expect(splitLoops.has(outer)).toBe(false);
  });
});
