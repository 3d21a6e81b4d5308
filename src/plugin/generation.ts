import type { ElementDefaults } from '../guide/segment-completion';

/** What a transaction is written as. */
export interface GeneratedType {
  /** Ids of guides: the one is taken that is for the version which a request asks for, else the first. */
  readonly guides: readonly [string, ...string[]];
  /** GS08 and ST03 where a request asks for no version of the guides. */
  readonly version: string;
}

/** What is known of a transaction set before its records are written. */
export interface GenerationContext {
  /** Day and time of the functional group, CCYYMMDD and HHMM to HHMMSSDD. */
  readonly date: string;
  readonly time: string;
  /** ST02. */
  readonly controlNumber: string;
}

/**
 * How the records of a plugin are written. Where their values go is said by the declarations that read them, and the order of segments
 * by the guide; this is what is left.
 */
export interface Generation {
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
   * Values, by element reference, such as BHT02, of elements that records have fields for and a request may leave out; segments of the head that
   * are absent are made. Records of a file (their transaction has ST01) do without: what is absent there was absent or unreadable in the file.
   */
  omitted?(context: GenerationContext): ElementDefaults;
  /**
   * Values of elements that a guide requires and records have no fields for. Called once for each transaction set. A value that the guide does not
   * allow at a place is passed over, so that one list may serve many places.
   */
  defaults(context: GenerationContext): ElementDefaults;
}
