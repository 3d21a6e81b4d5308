import type { Fragment } from '../common/fragment';
import type { CodeList } from './code-list';
import type { Enumeration } from './enumeration';

/** How the value of an element is written. */
export type ElementFormat =
  | { readonly kind: 'text' | 'number' | 'date' }
  /** The names of an enumeration, and the name of all other codes. */
  | { readonly kind: 'named'; readonly table: Enumeration; readonly otherwise: Fragment | undefined }
  /** A code object. */
  | { readonly kind: 'code'; readonly list: CodeList };
