import { basename } from 'node:path';
import { readdirSync } from 'node:fs';
import { GuideLoader, productGuideFolder } from '../../../src/guide/guide-loader';
import type { ElementDef, LoopDef, SegmentDef } from '../../../src/guide/guide.types';
import { type ListsByQualifier, type QualifiedElement, qualifiedElements } from '../../../src/mapping/qualified-elements';
import { ListFinder } from '../../../src/mapping/code-qualifier';
import { LIST_OF_GUIDE } from '../../../src/validation/code-source';

/** An element or component with what stands beside it: the whole segment, or the whole composite. */
interface Placed {
  readonly where: string;
  readonly element: ElementDef;
  readonly beside: readonly ElementDef[];
  /** Codes that the guide allows for the element with a number. */
  readonly codesOf: (number: number) => readonly string[] | undefined;
}

/** Elements of a segment that the guide uses. */
function placedElements(guide: string, segment: SegmentDef): Placed[] {
  const codesAt = (element: number, component?: number) => segment.qualifiers.find((one) => one.element === element && one.component === component)?.codes;
  const place = (element: ElementDef, beside: readonly ElementDef[], codesOf: Placed['codesOf']): Placed => ({
    where: `${guide} ${segment.loop.id} ${element.ref}`,
    element,
    beside,
    codesOf,
  });
  return segment.elements.flatMap((element, i) => {
    if (element.usage === 'N') return [];
    const components = element.components ?? [];
    return [
      place(element, segment.elements, (number) => segment.elements[number - 1]?.codes ?? list(codesAt(number))),
      ...components
        .filter(({ usage }) => usage !== 'N')
        .map((one) => place(one, components, (number) => components[number - 1]?.codes ?? list(codesAt(i + 1, number)))),
    ];
  });
}

const list = (codes: ReadonlySet<string> | undefined): readonly string[] | undefined => codes && [...codes];

function segmentsOf(loop: LoopDef): SegmentDef[] {
  return loop.children.flatMap((child) => (child.kind === 'loop' ? segmentsOf(child) : [child]));
}

const guides = readdirSync(productGuideFolder())
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => new GuideLoader().load(basename(name, '.yaml')));
const placed = guides.flatMap((guide) => segmentsOf(guide.root).flatMap((segment) => placedElements(guide.id, segment)));

/** Elements that are beside a qualifier of lists and from no list that it names. */
const BY_DATA_ELEMENT: ReadonlyMap<string, QualifiedElement> = new Map(Object.entries(qualifiedElements));
const qualifiedElement = (dataElement: string): QualifiedElement | undefined => BY_DATA_ELEMENT.get(dataElement);

const FROM_NO_QUALIFIED_LIST: readonly (readonly [ref: RegExp, reason: string])[] = [
  [/^HCP08$/, 'HCP09 names the list of HCP10; HCP08 is a revenue code'],
  [/^(STC\d\d|C043)-1$/, 'the qualifier names the list of the status, not that of its category'],
];

describe('the lists that qualifiers name', () => {
  it('are those of every element of every guide that has a code set', () => {
    const unknown = placed.filter(({ element: { codeSet } }) => codeSet !== undefined && LIST_OF_GUIDE[codeSet] === undefined);
    expect(unknown.map(({ where, element }) => `${where} ${element.codeSet}`)).toEqual([]);
  });

  it('belong to every element beside a qualifier: its guide says which element that is', () => {
    const forgotten = placed.filter(({ element, beside }) => {
      const qualified = qualifiedElement(element.dataElement);
      if (qualified === undefined || element.codeSetBy !== undefined || FROM_NO_QUALIFIED_LIST.some(([ref]) => ref.test(element.ref))) return false;
      const isPrv = element.dataElement !== '127' || element.ref.startsWith('PRV');
      return isPrv && beside.some(({ dataElement, usage }) => dataElement === qualified.by && usage !== 'N');
    });
    expect(forgotten.map(({ where }) => where)).toEqual([]);
  });

  it('are named by an element that is a qualifier of lists', () => {
    const wrong = placed.filter(({ element: { codeSetBy, dataElement }, beside }) => {
      return codeSetBy !== undefined && beside[codeSetBy - 1]?.dataElement !== qualifiedElement(dataElement)?.by;
    });
    expect(wrong.map(({ where }) => where)).toEqual([]);
  });

  it('are known for every qualifier that a guide allows', () => {
    const unknown = placed.flatMap(({ where, element: { codeSetBy, dataElement }, codesOf }) => {
      const lists: ListsByQualifier = qualifiedElement(dataElement)?.lists ?? {};
      return codeSetBy === undefined ? [] : (codesOf(codeSetBy) ?? []).filter((code) => lists[code] === undefined).map((code) => `${where} ${code}`);
    });
    expect(unknown).toEqual([]);
  });

  it('lead back to their qualifier, by the list or by the qualifier that the code shows', () => {
    for (const { lists } of Object.values(qualifiedElements)) {
      const finder = new ListFinder({ lists });
      const qualifiers = Object.entries<string | null>(lists).flatMap(([qualifier, list]) => (list === null ? [] : [qualifier]));
      const shown = qualifiers.map((qualifier) => {
        const list = finder.find(Buffer.from(`${qualifier}X`), 0, qualifier.length, qualifier.length, qualifier.length + 1);
        return `${list?.subType} ${list?.qualifierCode ?? ''}`;
      });
      expect(shown).not.toContain('undefined ');
      expect(new Set(shown).size).toBe(shown.length);
    }
  });

  it('finds elements in the guides', () => {
    expect(placed.filter(({ element }) => element.codeSetBy !== undefined).length).toBeGreaterThan(500);
  });
});
