import { genericGuide } from '../../../src/guide/generic-guide';
import type { LoopNode } from '../../../src/guide/loop-node';
import { LoopWalker } from '../../../src/guide/loop-walker';
import type { Issue } from '../../../src/common/issue';
import type { Segment } from '../../../src/x12/segment';
import { SegmentReader } from '../../../src/x12/segment-reader';

function walk(text: string): { readonly root: LoopNode; readonly issues: readonly Issue[] } {
  const segments: Segment[] = [];
  const reader = new SegmentReader({ onSegments: (found) => segments.push(...found) });
  reader.write(Buffer.from(text));
  reader.end();
  const [st, ...body] = segments;
  if (st === undefined) throw new Error('The input has no ST.');
  const issues: Issue[] = [];
  let root: LoopNode | undefined;
  const listener = { onUnit: (unit: LoopNode) => (root = unit), onUnitSegment: () => undefined, onIssue: (issue: Issue) => issues.push(issue) };
  const walker = new LoopWalker(genericGuide('274'), { unitLoops: new Set(), unitSegments: new Set() }, listener, st);
  for (const segment of body) walker.place(segment);
  walker.end(undefined);
  if (root === undefined) throw new Error('The walk gave nothing.');
  return { root, issues };
}

/** Loops as lines: the ids of their segments, indented by depth. */
function outline(loop: LoopNode, depth = 0): string[] {
  const own = `${'  '.repeat(depth)}${loop.segments.map(({ id }) => id).join(' ')}`;
  return [own, ...loop.loops.flatMap((child) => outline(child, depth + 1))];
}

describe('a walk without a guide', () => {
  it('takes every segment in the order of the file', () => {
    const { root, issues } = walk('ST*274*1~BHT*0019~NM1*85~N3*A~NM1*PR~N3*B~');
    expect(outline(root)).toEqual(['ST BHT NM1 N3 NM1 N3']);
    expect(issues).toEqual([]);
  });

  it('nests levels by the number of their parent', () => {
    const { root } = walk('ST*274*1~BHT*0019~HL*1**20*1~NM1*A~HL*2*1*21*1~HL*3*2*22*0~NM1*B~HL*4*1*21*0~NM1*C~');
    expect(outline(root)).toEqual(['ST BHT', '  HL NM1', '    HL', '      HL NM1', '    HL NM1']);
  });

  it('reports a level whose parent does not exist, and keeps it', () => {
    const { root, issues } = walk('ST*274*1~HL*1**20*1~HL*2*9*21*0~NM1*A~');
    expect(outline(root)).toEqual(['ST', '  HL', '    HL NM1']);
    expect(issues).toMatchObject([{ issueType: 'INVALID', message: 'HL 2 names parent 9, which does not exist', element: 'HL02' }]);
  });
});
