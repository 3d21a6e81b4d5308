import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoopDef, SegmentDef } from '../../../src/guide/guide.types';
import { StandardSets } from '../../../src/guide/standard-sets';

const sets = new StandardSets();

/** Children as ids, those that repeat with a plus sign, those of loops in brackets. */
const shapeOf = (loop: LoopDef): string =>
  loop.children
    .slice(1)
    .map((child: SegmentDef | LoopDef) => `${child.id}${child.max === 1 ? '' : '+'}${child.kind === 'loop' ? `(${shapeOf(child)})` : ''}`)
    .join(' ');

// Guides are compared as booleans: a difference of two guides, which are circles, takes minutes to show.
describe('the shapes of standard sets', () => {
  it.each(['274', '810'])('are known for %s', (set) => {
    expect(sets.hasShape(set)).toBe(true);
    const { id, transactionSet, nestsLevels } = sets.guideFor(set);
    expect({ id, transactionSet, nestsLevels }).toEqual({ id: `standard-${set}`, transactionSet: set, nestsLevels: false });
    expect(sets.guideFor(set) === sets.guideFor(set)).toBe(true);
  });

  it('nest loops by their first segment, from ST to SE', () => {
    const { root } = sets.guideFor('274');
    expect(root.trigger.id).toBe('ST');
    expect(shapeOf(root)).toMatch(/^BHT DTM PER HL\+\(TRN NM1\+\(N2\+ .*NX1\+\(N2 N3\+ N4 PER\).*\)\) SE$/);
    expect(shapeOf(sets.guideFor('810').root)).toMatch(/^BIG NTE\+ CUR REF\+ .* IT1\+\(.*\) .*SE$/);
  });

  it('name segments and loops by their ids, SE apart, and elements as the standard does', () => {
    const { segments, root } = sets.guideFor('274');
    expect(segments.filter(({ id, name }) => name !== id).map(({ id, name }) => [id, name])).toEqual([['SE', 'transaction_set_trailer']]);
    expect(segments.filter(({ elements }) => elements.length === 0)).toEqual([]);
    const level = root.children.find(({ id }) => id === 'HL');
    expect(level?.kind === 'loop' && level.trigger.elements.map(({ name }) => name).slice(0, 2)).toEqual([
      'hierarchical_id_number',
      'hierarchical_parent_id_number',
    ]);
  });

  it('are made anew for each transaction of a set without one', () => {
    expect(sets.hasShape('850')).toBe(false);
    const { id, transactionSet, nestsLevels } = sets.guideFor('850');
    expect({ id, transactionSet, nestsLevels }).toEqual({ id: 'generic', transactionSet: '850', nestsLevels: true });
    expect(sets.guideFor('850') === sets.guideFor('850')).toBe(false);
  });

  it.each(['constructor', '__proto__', 'toString'])('are not known for ST01 %s, which every object has', (set) => {
    expect(sets.hasShape(set)).toBe(false);
  });

  it('are read from a folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'standard-'));
    writeFileSync(join(folder, 'standard-sets.yaml'), "'999':\n  - AAA\n  - BBB+:\n      - AAA+\n      - CCC:\n          - DDD\n");
    writeFileSync(join(folder, 'standard-segments.yaml'), 'elements:\n  1: { name: one, type: AN }\ncomposites: {}\nsegments:\n  AAA: [1, 1+]\n');
    const { root } = new StandardSets(folder).guideFor('999');
    rmSync(folder, { recursive: true });
    expect(shapeOf(root)).toBe('AAA BBB+(AAA+ CCC(DDD)) SE');
    expect(root.children[1]).toMatchObject({
      elements: [
        { ref: 'AAA01', name: 'one', repeat: 1 },
        { ref: 'AAA02', repeat: Infinity },
      ],
    });
  });
});
