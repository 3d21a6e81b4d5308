import type { LoopDef, SegmentDef } from '../../guide/guide.types';
import type { LoopNode } from '../../guide/loop-node';
import type { Excess } from '../../guide/loop-tally';
import type { Segment } from '../../x12/segment';
import type { LoopCheck } from '../loop-check';
import type { Reporter } from '../reporter';
import { rule } from '../rule';

export const segmentRequired = rule({
  id: 'segment-required',
  level: 2,
  issueType: 'REQUIRED',
  finds: 'A segment that the guide requires in a loop is missing. The issue stands at the segment that opens the loop.',
});

export const loopRequired = rule({
  id: 'loop-required',
  level: 2,
  issueType: 'REQUIRED',
  finds: 'A loop that the guide requires is missing. The issue stands at the segment that opens the loop around it.',
});

export const segmentMaximum = rule({
  id: 'segment-maximum',
  level: 2,
  issueType: 'NUMBER_OF_ITEMS',
  finds: 'A segment stands more often in a loop than the guide allows. The issue stands at the first that is one too many.',
});

export const loopMaximum = rule({
  id: 'loop-maximum',
  level: 2,
  issueType: 'NUMBER_OF_ITEMS',
  finds: 'A loop stands more often in another than the guide allows. The issue stands at the first that is one too many.',
});

export const segmentOrder = rule({
  id: 'segment-order',
  level: 1,
  issueType: 'NOT_ALLOWED',
  finds: 'A segment or loop does not stand in the order of the guide.',
});

/** Reports a missing child of a loop; `first` is the segment at which the loop begins. */
export function reportMissingChild({ id: loop }: LoopDef, child: SegmentDef | LoopDef, first: Segment, reporter: Reporter): void {
  const { id: segment, place } = first;
  const isLoop = child.kind === 'loop';
  const message = `Required ${isLoop ? 'loop' : 'segment'} ${child.id} (${child.name}) is missing in loop ${loop}`;
  const missing = isLoop ? { segment: child.trigger.id, loop: child.id } : { segment: child.id, loop };
  reporter.issue(isLoop ? loopRequired : segmentRequired, { fieldName: nameAtHead(first, child), missing, place, loop, segment, message });
}

/** The issue is about the segment at the head of the loop, so it has the name of that. */
function nameAtHead(first: Segment, child: SegmentDef | LoopDef): string {
  const loop = child.kind === 'loop' ? child.parent : child.loop;
  const head = loop?.children.find((one) => one.kind === 'segment' && one.slot === first.slot) ?? loop?.trigger;
  return head?.name ?? child.name;
}

/** Reports a child that came too often. */
export function reportExcess({ def }: LoopNode, excess: Excess, reporter: Reporter): void {
  const child = def.children[excess.position];
  if (child === undefined) return;
  const isLoop = child.kind === 'loop';
  const what = `${isLoop ? 'Loop' : 'Segment'} ${child.id} (${child.name})`;
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
  const message = `${what} stands ${times(excess.count)} in loop ${def.id}; it can stand ${times(child.max)}`;
  const { place, id, ediString } = excess.segment;
  const counts = { maxNumberOfItems: child.max, actualNumberOfItems: excess.count };
  reporter.issue(isLoop ? loopMaximum : segmentMaximum, { fieldName: child.name, place, loop: def.id, segment: id, ...counts, ediString, message });
}

/** Reports a child after one that has to follow it. */
export function reportOrder({ def }: LoopCheck, child: SegmentDef | LoopDef, after: SegmentDef | LoopDef, segment: Segment, reporter: Reporter): void {
  const { place, id, ediString } = segment;
  const message = `Segment '${id}' (${child.name}) of loop ${def.id} stands after '${idOf(after)}' (${after.name}); it has to stand before it`;
  reporter.issue(segmentOrder, { fieldName: child.name, place, loop: def.id, segment: id, ediString, message });
}

function idOf(child: SegmentDef | LoopDef): string {
  return child.kind === 'loop' ? child.trigger.id : child.id;
}
