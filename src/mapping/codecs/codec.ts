import type { Fragment } from '../../common/fragment';
import type { Chunk } from '../../x12/segment';
import type { CodeList } from '../code-list';
import type { EncodeRun } from '../encode-run';
import type { Enumeration } from '../enumeration';
import type { JsonSchema } from '../json-schema';

/** How the value of an element is written. */
export type ElementFormat =
  | { readonly kind: 'text' | 'number' | 'date' }
  /** The names of an enumeration, and the name of all other codes. */
  | { readonly kind: 'named'; readonly table: Enumeration; readonly otherwise: Fragment | undefined }
  /** A code object. */
  | { readonly kind: 'code'; readonly list: CodeList };

/**
 * Reads one kind of value from the bytes of an element or component, which are never empty, as JSON.
 * For what cannot be read `encode` writes nothing, the key included.
 */
export interface Codec<T> {
  readonly schema: JsonSchema;
  /** Set for formats that records write without calling `encode`; both write the same. */
  readonly format?: ElementFormat;
  /** Carries the type of the value only. */
  readonly type?: T;
  /** Writes `key` and the JSON of the value. */
  encode(run: EncodeRun, key: Fragment, chunk: Chunk, start: number, end: number): void;
  /**
   * Gives the text of an element for a value of JSON; undefined for a value of another type, false for one whose place is taken. `before`
   * is what stands there already: dates of two fields may be one period. Absent for what is shown and never written.
   */
  readonly write?: (value: unknown, before: string) => string | undefined | false;
  /** True for a value that means nothing where no other value stands: the last day of a period. */
  readonly isSecond?: true;
  /** Set for another name of a code, which is written only where the code itself is not: gives the name that reading shows for a code. */
  readonly nameOf?: (code: string) => string | undefined;
  /** Whether a name has several codes, so that a code beside it decides. */
  readonly hasSeveralCodes?: (name: unknown) => boolean;
}
