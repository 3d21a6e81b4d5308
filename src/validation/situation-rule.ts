import { synchronous } from '../common/hook-result';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { loopRule, type SetFinding, type SetRule } from './set-rule';

/** What a check finds in a loop; the loop is added. */
export type SituationFinding = Omit<SetFinding, 'loop'>;

/** A rule of level 4 about one kind of loop. */
export interface SituationRule {
  readonly id: string;
  readonly issueType: SetRule['issueType'];
  readonly finds: string;
  readonly guides: readonly string[];
  readonly loop: string | readonly string[];
  /** Gives what is wrong with a loop. */
  readonly check: (loop: LoopNode) => readonly SituationFinding[];
}

/** Declares a rule of level 4, which has no state. */
export const situationRule = ({ check, ...facts }: SituationRule): SetRule =>
  loopRule({ ...facts, level: 4, check: (loop, report) => synchronous(check(loop)).forEach((found) => report({ ...found, loop })) });

/** A finding at an element: its value, and where a record shows it. */
export const findingAt = (
  segment: Segment,
  element: number,
  owner: Pick<SituationFinding, 'issueObjectClass' | 'fieldName'>,
  message: string,
): SituationFinding => ({
  segment,
  element: `${segment.id}${String(element).padStart(2, '0')}`,
  at: { element },
  value: segment.element(element),
  ...owner,
  message,
});

/** True for a segment with one of the codes in an element. */
export const hasCode = (segment: Segment, element: number, codes: readonly string[]): boolean => codes.includes(segment.element(element));
