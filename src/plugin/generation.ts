import type { ElementDefaults } from '../guide/segment-completion';

/** Options of the generation of a transaction. */
export interface GeneratedType {
  /** Ids of guides: the first that is for the requested version; without one, the first. */
  readonly guides: readonly [string, ...string[]];
  /** GS08 and ST03 if a request names no version of the guides. */
  readonly version: string;
}

/** Facts about a transaction set before its records are written. */
export interface GenerationContext {
  /** Day and time of the functional group, CCYYMMDD and HHMM to HHMMSSDD. */
  readonly date: string;
  readonly time: string;
  /** ST02. */
  readonly controlNumber: string;
}

/**
 * How the records of a plugin are written. The declarations that read values also define where they are written, and the guide defines the order of segments;
 * this is the rest.
 */
export interface Generation {
  /**
   * Names under which requests are generated, such as 277CA, for a plugin whose transaction sets are generated separately. Absent: the sets that the plugin claims
   * (ST01). A name belongs to one generation.
   */
  readonly sets?: readonly string[];
  /** By the `transactionType` of a request, such as PAYMENT. */
  readonly types: Readonly<Record<string, GeneratedType>>;
  /** Key of a request that has the records of units, such as `payments`. */
  readonly units: string;
  /** Keys of a request that have records of segments, with the places that they are emitted for, such as PLB. */
  readonly segments?: Readonly<Record<string, string>>;
  /** Properties, by the name of the record, that requests may have and EDI has no place for. */
  readonly ignored?: Readonly<Record<string, readonly string[]>>;
  /**
   * Names of records that the interface documents as one object, such as the claims of each kind. What one of them has a field for and
   * another has not is an issue NOT_ALLOWED there, not an unknown property.
   */
  readonly documentedTogether?: readonly (readonly string[])[];
  /**
   * Default values, by element reference, such as BHT02, of elements that have fields in records and may be absent in a request; missing segments of the head
   * are created. They do not apply to records of a file (their transaction has ST01): an absent value was absent or unreadable in the file.
   */
  omitted?(context: GenerationContext): ElementDefaults;
  /**
   * Default values of members of the transaction set's record that stand in loops, such as trace numbers; those of its own segments are in `omitted`, and like
   * them they do not apply to records of a file. Absent: none.
   */
  members?(context: GenerationContext): Readonly<Record<string, unknown>>;
  /**
   * Values of elements that a guide requires and records have no fields for. Called once for each transaction set. A value that the guide does not
   * allow at a place is skipped, so that one list may serve many places.
   */
  defaults(context: GenerationContext): ElementDefaults;
}
