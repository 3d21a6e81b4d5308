import type { LoopNode } from '../guide/loop-node';
import type { RecordDeclaration } from '../mapping/field';

/**
 * One side of a pair of transaction sets, such as inquiries and responses, or claims and payments. `clearloop match` joins requests with responses of the same pair
 * by the values of fields that both sides declare under the same names.
 */
export interface MatchSide {
  /** Name of the pair, such as CLAIM: the same on all of its sides, in any plugin. */
  readonly pair: string;
  /** Kind of response, such as PAYMENT; a request may have responses of several kinds. Absent: this side is the requests. */
  readonly response?: string;
  /** Id of the unit loop, or ids, as in `emits`. */
  readonly unit: string | readonly string[];
  readonly hasOwnContent?: (loop: LoopNode) => boolean;
  /** Ids of the guides; absent: all of the plugin. */
  readonly guides?: readonly string[];
  /** The values of a unit: texts, numbers and lists of texts. A MATCH record shows all of them, so names of persons do not belong here. */
  readonly record: RecordDeclaration<object>;
  /** Fields that identify a request, the strongest first. Empty for units that answer only as a batch, or not at all. */
  readonly keys: readonly string[];
  /** Fields that choose among several requests with the same key, and that are reported if they differ. Amounts are compared without sign. Absent: none. */
  readonly compared?: readonly string[];
  /** Field that identifies what a request was sent in. A response of a unit without `keys` answers all requests with the same value. Absent: none. */
  readonly batch?: string;
}
