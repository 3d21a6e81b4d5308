import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import { compileSegmentCheck, type SegmentCheck } from './element-check';
import { compileLoopCheck, type LoopCheck } from './loop-check';

/** What a guide asks, compiled when a segment or loop first comes, and kept as long as the guide. */
export class GuideChecks {
  private readonly segments: (SegmentCheck | undefined)[];
  private readonly loops = new Map<LoopDef, LoopCheck>();

  private constructor({ segments }: Guide) {
    this.segments = new Array<SegmentCheck | undefined>(segments.length).fill(undefined);
  }

  static of(guide: Guide): GuideChecks {
    const known = kept.get(guide) ?? new GuideChecks(guide);
    kept.set(guide, known);
    return known;
  }

  segment(def: SegmentDef): SegmentCheck {
    return (this.segments[def.slot] ??= compileSegmentCheck(def));
  }

  loop(def: LoopDef): LoopCheck {
    let check = this.loops.get(def);
    if (check === undefined) {
      check = compileLoopCheck(def);
      this.loops.set(def, check);
    }
    return check;
  }
}

const kept = new WeakMap<Guide, GuideChecks>();
