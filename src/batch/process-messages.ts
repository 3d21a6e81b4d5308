import type { BatchOptions, FileFailure, FileReference, FileResult } from './batch.types';

/** What a process that converts is sent: references and answers, never data. */
export type ToProcess =
  | { readonly kind: 'convert'; readonly reference: FileReference; readonly options: BatchOptions }
  | { readonly kind: 'may-publish'; readonly isAllowed: boolean }
  | { readonly kind: 'abort' };

/** What it answers. One file is in work at a time. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly count: number }
  | { readonly kind: 'may-publish' }
  | { readonly kind: 'done'; readonly result: FileResult }
  | { readonly kind: 'failed'; readonly failure: FileFailure }
  | { readonly kind: 'not-published' };

/** The argument of the command line that starts such a process. */
export const CONVERSION_PROCESS = 'convert-for-batch';
