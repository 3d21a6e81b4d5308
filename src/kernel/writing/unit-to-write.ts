import type { LoopDef } from '../../guide/guide.types';
import type { RecordToWrite } from '../../mapping/field';

/** A member of a unit that a loop around it shares. */
interface SharedMember {
  /** The loop's place in the chain; 0 is the transaction set. */
  readonly level: number;
  /** Its number among the members of the loop. */
  readonly ordinal: number;
  /** True for the record of the transaction set, which is written with the first unit. */
  readonly isHead: boolean;
  /** The bit of members that describe one loop; 0 for one without others. */
  readonly rival: number;
}

/** A unit: the loops from the transaction set to it, its record, and which of its members belong to the loops around. */
export interface UnitToWrite {
  readonly chain: readonly LoopDef[];
  readonly record: RecordToWrite;
  /** Keys of the record; one that is not among them makes it a record of another unit. */
  readonly keys: ReadonlySet<string>;
  /** By the number of the field; undefined for a member of the unit itself. */
  readonly shared: readonly (SharedMember | undefined)[];
}
