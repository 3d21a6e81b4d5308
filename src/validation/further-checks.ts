import type { ElementCheck } from './element-check';
import type { Reporter, SegmentPlace } from './reporter';
import type { RuleFacts } from './rule';
import { checkDigitsOf } from './rules/check-digits';
import { periodsOf } from './rules/period-order';

/** What is looked at in segments that are as the guide wants them, where a rule of a higher level is on. */
export interface FurtherCheck {
  readonly rule: RuleFacts;
  readonly run: (place: SegmentPlace, reporter: Reporter) => void;
}

/** The further checks of a segment. */
export function furtherChecksOf(elements: readonly ElementCheck[]): readonly FurtherCheck[] {
  return [...checkDigitsOf(elements), ...periodsOf(elements)];
}
