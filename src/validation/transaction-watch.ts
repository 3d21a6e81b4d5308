import type { Issue } from '../common/issue';
import type { WalkObserver } from '../guide/walk-observer';
import type { Findings } from './findings';
import type { PlainValidation } from './plain-validation';

/** Watches the walk of one transaction set, and assigns findings to their objects. */
export interface TransactionWatch extends WalkObserver {
  /** The guide's name of the count in the segment that closes the transaction. */
  readonly countName: string | undefined;
  /** What validation of the rest of the transaction depends on, as values. */
  readonly state: readonly unknown[];
  /** Validates what is walked without objects; undefined where validation needs all of them. */
  readonly plain: PlainValidation | undefined;
  /** Takes a finding of the walk about the segment that is being placed. */
  hold(issue: Issue): void;
  /** Called when the place of a segment is final, so that its held issues can follow it. */
  release(): void;
  /** The findings of the unit that is being emitted; undefined for none. */
  takeUnit(): Findings | undefined;
}
