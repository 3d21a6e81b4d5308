import type { Guide, LoopDef, SegmentDef } from '../../src/plugin/io';

/** The guide that acknowledgments are written by. */
export const GUIDE = '005010X231A1';

/** The segments and loops of the guide. */
export interface GuideParts {
  readonly guide: Guide;
  readonly ak1: SegmentDef;
  /** Loop 2000, one for each transaction set: AK2 to IK5. */
  readonly response: LoopDef;
  readonly ak2: SegmentDef;
  readonly ik5: SegmentDef;
  /** Loop 2100, one for each segment in error: IK3 and CTX. */
  readonly error: LoopDef;
  readonly ik3: SegmentDef;
  readonly businessUnit: SegmentDef;
  /** Loop 2110, one for each element in error. */
  readonly note: LoopDef;
  readonly ik4: SegmentDef;
  readonly ak9: SegmentDef;
}

export function partsOf(guide: Guide): GuideParts {
  const { root } = guide;
  const response = loopOf(root, '2000');
  const error = loopOf(response, '2100');
  const note = loopOf(error, '2110');
  return {
    guide,
    ak1: segmentOf(root, 'AK1'),
    response,
    ak2: segmentOf(response, 'AK2'),
    ik5: segmentOf(response, 'IK5'),
    error,
    ik3: segmentOf(error, 'IK3'),
    businessUnit: segmentOf(error, 'CTX', 'business_unit_identifier'),
    note,
    ik4: segmentOf(note, 'IK4'),
    ak9: segmentOf(root, 'AK9'),
  };
}

function loopOf({ id, children }: LoopDef, wanted: string): LoopDef {
  const found = children.find((child): child is LoopDef => child.kind === 'loop' && child.id === wanted);
  if (found === undefined) throw new RangeError(`Guide ${GUIDE} has no loop ${wanted} in ${id}.`);
  return found;
}

function segmentOf({ id, children }: LoopDef, wanted: string, name?: string): SegmentDef {
  const found = children.find((child): child is SegmentDef => child.kind === 'segment' && child.id === wanted && (name ?? child.name) === child.name);
  if (found === undefined) throw new RangeError(`Guide ${GUIDE} has no ${wanted} in loop ${id}.`);
  return found;
}
