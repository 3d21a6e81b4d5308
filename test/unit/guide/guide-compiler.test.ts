import { readGuide } from '../../../src/guide/guide-loader';
import type { Guide, LoopDef } from '../../../src/guide/guide.types';
import { segmentKey } from '../../../src/x12/segment-key';
import { changed, loopOf, segmentOf, SMALL_GUIDE } from './small-guide';

const guide: Guide = readGuide(SMALL_GUIDE, 'small.yaml');
const claim = loopOf(guide, '2000A/2000B/2300');

/** The candidates for an id, each as a line: compiled guides are full of circles, which jest cannot report. */
function summary(loop: LoopDef, id: string): string[] {
  const candidates = loop.candidates.get(segmentKey(id))?.all ?? [];
  return candidates.map(({ def, opens, isOnly }) => def.name + (opens === undefined ? '' : `, opens ${opens.id}`) + (isOnly ? ', only' : ''));
}

describe('guide compiler', () => {
  it('keeps the head of the guide', () => {
    expect(guide).toMatchObject({
      id: 'small',
      transactionSet: '999',
      name: 'Small guide',
      functionalIds: ['FA'],
      versions: ['005010X999A1', '005010X999'],
      source: 'invented for tests',
    });
    expect(guide.purposes).toBeUndefined();
  });

  it('makes loop 0000 the root, from ST to SE', () => {
    expect(guide.root).toMatchObject({ id: '0000', parent: undefined, usage: 'R', max: 1, acceptsAll: false });
    expect(guide.root.trigger.id).toBe('ST');
    expect(guide.root.children.map((child) => child.id)).toEqual(['ST', '2000A', 'SE']);
    expect([...guide.segmentIds].sort()).toEqual(['CLM', 'HI', 'HL', 'REF', 'SE', 'ST']);
  });

  it('numbers the slots in the order of the document, shared loops once for each parent', () => {
    expect(guide.segments.map((segment) => segment.slot)).toEqual(guide.segments.map((_, index) => index));
    expect(guide.segments.map((segment) => `${segment.loop.id} ${segment.id}`)).toEqual([
      '0000 ST',
      ...['2000A HL', '2000B HL', '2300 CLM', '2300 REF', '2300 REF', '2300 HI'],
      ...['2000C HL', '2300 CLM', '2300 REF', '2300 REF', '2300 HI'],
      '0000 SE',
    ]);
  });

  it('compiles a shared loop again under its own parent, with its own name, usage and maximum', () => {
    const shared = loopOf(guide, '2000A/2000C/2300');
    expect(shared).toMatchObject({ name: 'patient_claim', usage: 'R', max: 7 });
    expect(shared.parent?.id).toBe('2000C');
    expect(shared.trigger === claim.trigger).toBe(false);
    expect(shared.trigger.loop === shared).toBe(true);
    expect(shared.children.map((child) => child.name)).toEqual(claim.children.map((child) => child.name));
  });

  it('follows a path that ends in or goes through a loop that is shared itself', () => {
    const line = '{ usage: R, type: AN 1/2, element: 1, name: a }';
    const inner = `              - loop: '2310'\n                name: a\n                usage: S\n                children: [ABC: { name: a, usage: R, elements: [ABC01: ${line}] }]\n`;
    const using = (id: string, path: string): string => `      - loop: ${id}\n        name: a\n        usage: S\n        use: ${path}\n`;
    const text = changed('\n      - loop: 2000C', `${inner}\n      - loop: 2000C`).replace(
      '\n  - SE:',
      `${using('2000D', '2000A/2000C/2300')}${using('2000E', '2000A/2000C/2300/2310')}\n  - SE:`,
    );
    const chained = readGuide(text, 'small.yaml');
    expect(loopOf(chained, '2000A/2000D').trigger.id).toBe('CLM');
    expect(loopOf(chained, '2000A/2000E').trigger.id).toBe('ABC');
  });

  it('links each child to its loop and its place in it', () => {
    expect(claim.children.map((child) => child.position)).toEqual([0, 1, 2, 3]);
    expect(claim.children.every((child) => child.kind === 'segment' && child.loop === claim)).toBe(true);
    expect(claim.parent === loopOf(guide, '2000A/2000B')).toBe(true);
  });

  it('counts 1 for an absent maximum and Infinity for unbounded', () => {
    expect(claim.trigger.max).toBe(1);
    expect(claim.max).toBe(100);
    expect(loopOf(guide, '2000A').max).toBe(Infinity);
    expect(segmentOf(claim, 'other_identification').elements[0]?.repeat).toBe(Infinity);
  });

  it('selects by id alone what stands once among its siblings, and gives a loop for what opens one', () => {
    expect(summary(loopOf(guide, '2000A/2000B'), 'CLM')).toEqual(['claim, opens 2300, only']);
    expect(summary(claim, 'HI')).toEqual(['diagnosis, only']);
    expect(summary(claim, 'REF')).toEqual(['prior_authorization', 'other_identification']);
  });

  it('leaves the trigger out of the candidates but counts it as a sibling', () => {
    expect(summary(claim, 'CLM')).toEqual([]);
    expect(summary(loopOf(guide, '2000A'), 'HL')).toEqual(['subscriber_level, opens 2000B', 'patient_level, opens 2000C']);
  });

  it('does not select by id alone a lone child that has the id of its loop', () => {
    const text = changed(SMALL_GUIDE.slice(SMALL_GUIDE.indexOf('      - loop: 2000C'), SMALL_GUIDE.indexOf('  - SE:')), '');
    expect(summary(loopOf(readGuide(text, 'small.yaml'), '2000A'), 'HL')).toEqual(['subscriber_level, opens 2000B']);
  });

  it('reads conditions on elements and components, with the further codes of also', () => {
    expect(segmentOf(claim, 'prior_authorization').qualifiers).toEqual([{ element: 1, codes: new Set(['G1']) }]);
    expect(segmentOf(claim, 'diagnosis').qualifiers).toEqual([{ element: 1, component: 1, codes: new Set(['ABK', 'BK']) }]);
    expect(segmentOf(claim, 'other_identification').qualifiers).toEqual([{ element: 1, codes: new Set(['EA', 'F8', 'ZZ']), also: new Set(['ZZ']) }]);
  });

  it('gives the element of a condition its codes, without those of also', () => {
    expect(segmentOf(claim, 'other_identification').elements[0]?.codes).toEqual(['EA', 'F8']);
    const [first, second] = segmentOf(claim, 'diagnosis').elements;
    expect(first?.components?.[0]?.codes).toEqual(['ABK', 'BK']);
    expect(second?.components?.[0]?.codes).toBeUndefined();
  });

  it('prefers the codes of a condition to those of a shared composite', () => {
    const text = changed('element: 1270, name: code_list_qualifier_code }', 'element: 1270, name: code_list_qualifier_code, codes: [BF] }');
    const elements = segmentOf(loopOf(readGuide(text, 'small.yaml'), '2000A/2000B/2300'), 'diagnosis').elements;
    expect(elements.map((element) => element.components?.[0]?.codes)).toEqual([['ABK', 'BK'], ['BF']]);
  });

  it('copies a shared composite into each element that uses it', () => {
    const second = segmentOf(claim, 'diagnosis').elements[1];
    expect(second).toMatchObject({
      ref: 'HI02',
      name: 'health_care_code_information',
      treeName: 'health_care_code_information_2',
      usage: 'S',
      composite: 'C022',
      dataElement: '',
      type: '',
    });
    expect(second?.components?.map((component) => component.ref)).toEqual(['HI02-1', 'HI02-2']);
    expect(second?.components?.[1]).toMatchObject({ name: 'industry_code', dataElement: '1271', type: 'AN', min: 1, max: 30, codeSetBy: 1 });
  });

  it('accepts a composite that is not broken down', () => {
    expect(claim.trigger.elements[1]).toMatchObject({ ref: 'CLM02', composite: 'C023', components: [] });
  });

  it('keeps patterns and relational notes', () => {
    const prior = segmentOf(claim, 'prior_authorization');
    expect(prior.syntax).toEqual(['R0102']);
    expect(prior.elements[1]?.pattern).toBe('[0-9]{9}');
  });

  it('names a loop in the segment tree after the segment that opens it', () => {
    expect(loopOf(guide, '2000A').trigger.treeName).toBe('billing_level');
    expect(loopOf(guide, '2000A').treeName).toBeUndefined();
    expect(loopOf(guide, '2000A/2000C/2300').treeName).toBe('claim');
  });
});
