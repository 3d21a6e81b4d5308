import type { TableLayout } from '../mapping/columns/table';
import type { Generation } from './generation';
import type { LoopNode } from '../guide/loop-node';
import type { SetRule } from '../validation/set-rule';
import type { RecordDeclaration } from '../mapping/field';

/** A transaction set that a plugin reads. */
export interface TransactionSetClaim {
  /** ST01, such as 835; `*` for every set that no other plugin claims, and for all sets when their segments are asked for. */
  readonly set: string;
  /** Beginnings of ST03 or GS08 that are claimed, such as 005010X214; absent for every version. */
  readonly versions?: readonly string[];
  /**
   * Name of the objects, such as status, where they have to be asked for (the option `objects`). Without that the claim does not hold,
   * and goes before all others with it. Absent for a claim that always holds. Several claims and plugins may share a name.
   */
  readonly objects?: string;
}

/** What a transaction-set plugin says about itself. Read once, at start. */
export interface TransactionSetOptions {
  /** Unique among all plugins, such as x12-835; shown in errors. */
  readonly id: string;
  readonly claims: readonly TransactionSetClaim[];
  /** Units in a batch where the caller does not say; default 50. */
  readonly chunkSize?: number;
  /** Ids of the guides that the declarations are made for; other versions are read by the nearest of them, with a finding. Absent: every guide of the set. */
  readonly guides?: readonly string[];
  /**
   * Ids of plugins, such as x12-835, that this one stands in for where both claim a transaction. Without it a claim that another plugin makes,
   * in full or in part, is refused at start.
   */
  readonly replaces?: readonly string[];
}

/** What all emissions can say. */
interface EmissionScope {
  /**
   * Ids of the guides that the record is made for, where a plugin makes different records of one set; absent: all of them.
   * A record for several guides may have fields that only some of them have a place for.
   */
  readonly guides?: readonly string[];
  /** Key of the list that holds the records where a whole file is one object, such as payments. Absent: `records`. */
  readonly listedAs?: string;
}

/** A record for every loop of an id, or of several. */
export interface LoopEmission extends EmissionScope {
  /** Id of the unit loop, such as 2100, or ids of loops that share the record: together they have a place for every field. A unit is emitted when it is complete, with the chain of its ancestors. */
  readonly unit: string | readonly string[];
  readonly record: RecordDeclaration<object>;
  /** How the record is laid out as rows; absent for records that no table shows. */
  readonly table?: TableLayout;
}

/** A record for every segment of a place in the transaction's own loop, such as PLB. */
export interface SegmentEmission extends EmissionScope {
  readonly each: string;
  readonly record: RecordDeclaration<object>;
  /** How the record is laid out as rows; absent for records that no table shows. */
  readonly table?: TableLayout;
}

/** A record for the whole transaction, given when it has ended. It stands alone in `emits`. */
export interface WholeEmission extends EmissionScope {
  readonly whole: RecordDeclaration<object>;
  /** How the record is laid out as rows; absent for records that no table shows. */
  readonly table?: TableLayout;
}

/** What gives records: loops, segments of the transaction's own loop, or the transaction as a whole. */
export type Emission = LoopEmission | SegmentEmission | WholeEmission;

/**
 * Makes records of a transaction set.
 *
 * Declarations are bound to each guide when a transaction of it first comes; a field that none of its loops has a place for
 * stops that transaction with EDI_MAPPING_INVALID, which names record, field and guide (a record that names several guides
 * is not checked for fields). Records are made in the order
 * of the input: a unit when its loop closes, a segment when it is read. Nothing of a record but the last is kept after it was
 * written, so memory does not grow with the transaction.
 *
 * A throw out of a declaration's function is caught for that record: an ERROR object with EDI_PLUGIN_FAILED, plugin,
 * record and place takes its place, and the rest goes on.
 */
export interface TransactionSetPlugin {
  readonly emits: readonly Emission[];
  /**
   * The TRANSACTION object for `transactionTopLevel`; read from the transaction's own loop. Absent: there is none. Where the plugin names
   * several guides it may have fields that only some of them have a place for.
   */
  readonly transaction?: RecordDeclaration<object>;
  /** How the TRANSACTION object is laid out as rows, one for each transaction set. */
  readonly transactionTable?: TableLayout;
  /** A record for each ISA, GS, GE and IEA around the transactions that the plugin reads. Absent: there is none. */
  readonly envelope?: RecordDeclaration<object>;
  /** What validation looks for beside what the guide itself says, in the order in which it is asked. Absent: nothing. */
  readonly rules?: readonly SetRule[];
  /** Names of records as issues show them (`issueObjectClass`), where they are not those of the declarations. */
  readonly issueClasses?: Readonly<Record<string, string>>;
  /** How the records of the plugin are written as EDI: what reading does not need to know. Absent: they are read only. */
  readonly generation?: Generation;
  /**
   * The day on which a code of a loop has to be valid, as yyyymmdd; 0 when it is not known. `list` is the list of the code, such as
   * CARC. Asked for codes whose lists tell when they are valid, after the unit is complete. Absent: codes may be of any day.
   */
  codeDay?(loop: LoopNode, list: string): number;
}
