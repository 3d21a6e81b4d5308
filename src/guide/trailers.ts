import type { Guide, SegmentDef } from './guide.types';

/** Slots, by segment key, of segments that stand after all loops of a guide and nowhere else, whatever they say: those that are wanted. */
export function trailersOf({ root, segments }: Guide, isWanted: (def: SegmentDef) => boolean): ReadonlyMap<number, number> {
  const isLast = ({ position }: SegmentDef): boolean => root.children.every((child) => child.kind === 'segment' || child.position < position);
  const isClear = (def: SegmentDef): boolean => isWanted(def) && def.qualifiers.length === 0 && def.usage !== 'N' && isLast(def);
  const found = new Map<number, number>();
  for (const def of root.children) {
    if (def.kind === 'segment' && isWanted(def) && segments.every((one) => one.key !== def.key || isClear(one))) found.set(def.key, def.slot);
  }
  return found;
}
