import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { Reporter } from '../reporter';
import { rule } from '../rule';

export const levelSequence = rule({
  id: 'level-sequence',
  level: 1,
  issueType: 'MISMATCH',
  finds: 'The number of a level (HL01) is not one more than that of the level before; the first is 1.',
});

export const levelChildren = rule({
  id: 'level-children',
  level: 1,
  issueType: 'MISMATCH',
  finds: 'HL04 says that a level has levels below it and there are none, or that it has none and there are some.',
});

/** Compares the number of a level with the expected one; returns the number that the next level should have. */
export function checkLevelNumber(hl: Segment, loop: LoopNode, expected: number, reporter: Reporter): number {
  const value = hl.element(1);
  const actual = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (actual !== expected) {
    const message = `Level number '${value}' is not ${expected}, which comes next`;
    reportLevel(reporter, { rule: levelSequence, hl, loop, element: 'HL01', fieldName: 'hierarchical_id_number', value, message });
  }
  return (Number.isNaN(actual) ? expected : actual) + 1;
}

/** Compares the child code of a level with the levels that it has. */
export function checkLevelChildren(hl: Segment, loop: LoopNode, hasChildren: boolean, reporter: Reporter): void {
  const value = hl.element(4);
  if (value !== (hasChildren ? '0' : '1')) return;
  const message = hasChildren
    ? "Child code '0' says that no level follows below, but one does"
    : "Child code '1' says that a level follows below, but none does";
  reportLevel(reporter, { rule: levelChildren, hl, loop, element: 'HL04', fieldName: 'hierarchical_child_code', value, message });
}

interface LevelFinding {
  readonly rule: typeof levelSequence | typeof levelChildren;
  readonly hl: Segment;
  readonly loop: LoopNode;
  readonly element: string;
  readonly fieldName: string;
  readonly value: string;
  readonly message: string;
}

function reportLevel(reporter: Reporter, { rule: facts, hl, loop, ...finding }: LevelFinding): void {
  const { place, id: segment, ediString } = hl;
  reporter.issue(facts, { place, loop: loop.def.id, segment, ediString, ...finding });
}
