import type { LoopDef, SegmentDef } from '../guide/guide.types';
import { isLevel } from '../guide/unopened-loops';

/** More child loops than bits are not distinguished; no guide has as many. */
const MAX_LOOPS = 30;

/** Requirements of the guide for the children of a loop, by their position. */
export interface LoopCheck {
  readonly def: LoopDef;
  /** Positions of the required children, the trigger left out. */
  readonly required: readonly number[];
  /** Maximum number of each child. */
  readonly max: readonly number[];
  /** Place of each child in the order of the guide: children of one id, side by side, have the same. */
  readonly order: readonly number[];
  /** Bit of each child loop; 0 for segments. */
  readonly bits: readonly number[];
  /** Bits of the child loops that are levels. */
  readonly levels: number;
}

/** Compiles the requirements of the guide for a loop. */
export function compileLoopCheck(def: LoopDef): LoopCheck {
  let loops = 0;
  const bits = def.children.map((child) => (child.kind === 'loop' && loops < MAX_LOOPS ? 1 << loops++ : 0));
  return {
    def,
    required: def.children.flatMap(({ usage }, position) => (usage === 'R' && position > 0 ? [position] : [])),
    max: def.children.map(({ max }) => max),
    order: orderOf(def.children),
    bits,
    levels: def.children.reduce((sum, child, i) => (child.kind === 'loop' && isLevel(child) ? sum | (bits[i] ?? 0) : sum), 0),
  };
}

function orderOf(children: LoopDef['children']): number[] {
  let order = 0;
  return children.map((child, i) => {
    const before = children[i - 1];
    if (before !== undefined && idOf(before) !== idOf(child)) order++;
    return order;
  });
}

function idOf(child: SegmentDef | LoopDef): string {
  return child.kind === 'loop' ? child.trigger.id : child.id;
}
