import type { TableLayout } from '../mapping/columns/table';
import type { Generation } from './generation';
import type { MatchSide } from './matching';
import type { LoopNode } from '../guide/loop-node';
import type { TransactionSample } from './sample';
import type { SetRule } from '../validation/set-rule';
import type { RecordDeclaration } from '../mapping/field';

/** A transaction set that a plugin reads. */
export interface TransactionSetClaim {
  /** ST01, such as 835; `*` for every set that no other plugin claims, and for all sets when their segments are requested. */
  readonly set: string;
  /** Beginnings of ST03 or GS08 that are claimed, such as 005010X214; absent for every version. */
  readonly versions?: readonly string[];
  /**
   * Name of the objects, such as status, that have to be requested (the option `objects`). Unless requested, the claim does not hold; if requested, it takes
   * precedence over all others. Absent for a claim that always holds. Several claims and plugins may share a name.
   */
  readonly objects?: string;
}

/** Where a large transaction set may be cut into parts that are converted at the same time. */
export interface CutPoints {
  /** Id of the segment that each unit begins with, such as CLP. */
  readonly unit: string;
  /** Ids of the segments that begin the loops around units, the outer one first, such as LX. HL stands for levels, whose parents HL02 names. */
  readonly around: readonly string[];
}

/** Options of a transaction-set plugin. Read once, at start. */
export interface TransactionSetOptions {
  /** Unique among all plugins, such as x12-835; shown in errors. */
  readonly id: string;
  readonly claims: readonly TransactionSetClaim[];
  /** Default number of units in a batch; if absent, 50, or all that were written while one piece of input was read. */
  readonly chunkSize?: number;
  /** Ids of the guides that the declarations are made for; other versions are read by the nearest of them, with a finding. Absent: every guide of the set. */
  readonly guides?: readonly string[];
  /** Absent: transaction sets are converted whole. */
  readonly cuts?: CutPoints;
  /**
   * Ids of plugins, such as x12-835, that this one replaces if both claim a transaction. Otherwise a claim that another plugin makes, in full or in part, is
   * refused at start.
   */
  readonly replaces?: readonly string[];
}

/** Options of all emissions. */
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
  /**
   * For units that may have other units in them, such as a subscriber with dependents: whether one has content of its own when the first of those begins.
   * It is then emitted before them. Absent: it is emitted only if it has none in it.
   */
  readonly hasOwnContent?: (loop: LoopNode) => boolean;
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

/** A record for the whole transaction, emitted when it has ended. It must be the only one in `emits`, or each must have `guides` of its own. */
export interface WholeEmission extends EmissionScope {
  readonly whole: RecordDeclaration<object>;
  /** How the record is laid out as rows; absent for records that no table shows. */
  readonly table?: TableLayout;
}

/** Source of records: loops, segments of the transaction's own loop, or the transaction as a whole. */
export type Emission = LoopEmission | SegmentEmission | WholeEmission;

/** How a record appears in a list of records. Places are those of the record's own loop or segment. */
export interface RecordOverview {
  /** For people, such as Claim. */
  readonly label: string;
  /** Place of the value that names it, such as CLP01. */
  readonly name: string;
  /** Place of its amount, such as CLP04, or places whose amounts are added. */
  readonly amount?: string | readonly string[];
}

/** A sum over a transaction set. */
export interface TotalDeclaration {
  /** For people, such as Paid. */
  readonly label: string;
  /** Places whose numbers are added, such as CLP04, wherever their segment stands. */
  readonly plus: readonly string[];
  /** Places whose numbers are subtracted. */
  readonly minus?: readonly string[];
}

/** What a viewer shows of a transaction set beside its segments. */
export interface Overview {
  /** By the id of the loop or segment that the record is made of. */
  readonly records: Readonly<Record<string, RecordOverview>>;
  /** Absent: none. */
  readonly totals?: readonly TotalDeclaration[];
}

/**
 * Emits records of a transaction set.
 *
 * Declarations are bound to each guide when a transaction of it first comes; a field that none of its loops has a place for stops that transaction with
 * EDI_MAPPING_INVALID, which names record, field and guide (a record that names several guides is not checked for fields). Records are emitted in the order of
 * the input: a unit when its loop closes, a segment when it is read. Only the last record is held after it was written, so memory does not grow with the
 * transaction.
 *
 * A throw of a declaration's function is caught for that record: an ERROR object with EDI_PLUGIN_FAILED, plugin, record and place takes its place, and the
 * conversion continues.
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
  /** Rules of validation in addition to those of the guide, in the order in which they run. Absent: none. */
  readonly rules?: readonly SetRule[];
  /** Names of records in issues (`issueObjectClass`), if they differ from those of the declarations. */
  readonly issueClasses?: Readonly<Record<string, string>>;
  /** How the records of the plugin are written as EDI: what reading does not need to know; a list for a plugin that writes several sets. Absent: they are read only. */
  readonly generation?: Generation | readonly Generation[];
  /** Synthetic files that `clearloop sample` writes. Absent: none. */
  readonly samples?: readonly TransactionSample[];
  /** The sides of pairs of transaction sets, such as requests and responses, that `clearloop match` joins. Absent: none. */
  readonly matching?: readonly MatchSide[];
  /** Names, amounts and sums for people who look through a file. Absent: records are numbered. */
  readonly overview?: Overview;
  /**
   * The day on which a code of a loop must be valid, as yyyymmdd; 0 when it is unknown. `list` is the list of the code, such as CARC. Called for codes of lists
   * with dates, after the unit is complete. Absent: codes may be of any day.
   */
  codeDay?(loop: LoopNode, list: string): number;
  /** Lists for which `codeDay` is not called: their codes may be of any day. */
  readonly undatedLists?: readonly string[];
}
