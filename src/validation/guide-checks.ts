import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import { compileSegmentCheck, type SegmentCheck } from './element-check';
import { compileLoopCheck, type LoopCheck } from './loop-check';
import type { FurtherCheck } from './reporter';
import { checkDigitsOf } from './rules/check-digits';
import { periodsOf } from './rules/period-order';

/** Checks of a guide, compiled when a segment or loop first comes, and cached with the guide. */
export class GuideChecks {
  private readonly segments: (SegmentCheck | undefined)[];
  private readonly furtherChecks: (readonly FurtherCheck[] | undefined)[];
  private readonly loops = new Map<LoopDef, LoopCheck>();

  private constructor({ segments }: Guide) {
    this.segments = new Array<SegmentCheck | undefined>(segments.length).fill(undefined);
    this.furtherChecks = new Array<readonly FurtherCheck[] | undefined>(segments.length).fill(undefined);
  }

  static of(guide: Guide): GuideChecks {
    const known = kept.get(guide) ?? new GuideChecks(guide);
    kept.set(guide, known);
    return known;
  }

  segment(def: SegmentDef): SegmentCheck {
    return (this.segments[def.slot] ??= compileSegmentCheck(def));
  }

  /** Subjects of rules of higher levels. */
  further(def: SegmentDef): readonly FurtherCheck[] {
    return (this.furtherChecks[def.slot] ??= furtherChecksOf(this.segment(def)));
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

function furtherChecksOf({ elements }: SegmentCheck): readonly FurtherCheck[] {
  return [...checkDigitsOf(elements), ...periodsOf(elements)];
}

const kept = new WeakMap<Guide, GuideChecks>();
