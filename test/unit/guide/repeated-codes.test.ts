import type { ElementDef, SegmentDef } from '../../../src/guide/guide.types';
import { productGuides } from '../../support/product-guides';

/** Places whose facts have no codes, though an element of the same name before them has; those of 005010X306 are from a schema that gives no usage. */
const OPEN = ['005010X299 CLM06', '005010X306 N106', '005010X306 NM111'];

const isLimited = ({ codes, codeSet, codeSetBy }: ElementDef): boolean => codes !== undefined || codeSet !== undefined || codeSetBy !== undefined;

/** The elements and components of a segment that its guide uses, by name and data element, components by their composite too. */
function groupsOf({ elements }: SegmentDef): readonly (readonly ElementDef[])[] {
  const groups = new Map<string, ElementDef[]>();
  const add = (key: string, element: ElementDef): void => {
    if (element.usage !== 'N') groups.set(key, [...(groups.get(key) ?? []), element]);
  };
  for (const element of elements) {
    if (element.usage === 'N') continue;
    if (element.components === undefined) add(`${element.dataElement} ${element.name}`, element);
    else element.components.forEach((component, i) => add(`${element.composite}-${i + 1} ${component.name}`, component));
  }
  return [...groups.values()];
}

describe('an element that stands several times in a segment', () => {
  const ids = productGuides.readHeaders().flatMap(({ id, release }) => (release === '005010' ? [id] : []));

  it.each(ids)('should have its codes at each place: %s', (id) => {
    const open = productGuides
      .load(id)
      .segments.flatMap(groupsOf)
      .flatMap(([first, ...others]) => (first !== undefined && isLimited(first) ? others.filter((one) => !isLimited(one)) : []));
    expect([...new Set(open.map(({ ref }) => `${id} ${ref}`))].filter((place) => !OPEN.includes(place))).toEqual([]);
  });
});
