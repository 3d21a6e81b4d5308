import type { OutputFile } from '../io/output-set';
import type { BatchOptions, FileFailure, FileReference, PartReference, PartResult } from './batch.types';

/** What a process that converts is sent: references and answers, never data. */
export type ToProcess =
  | { readonly kind: 'work'; readonly work: ConversionWork; readonly options: BatchOptions }
  | { readonly kind: 'may-publish'; readonly isAllowed: boolean }
  | { readonly kind: 'abort' };

/** What a process does with a file or a part of one. */
export type ConversionWork =
  | { readonly kind: 'file'; readonly reference: FileReference }
  | { readonly kind: 'divide'; readonly reference: FileReference; readonly partBytes: number }
  | { readonly kind: 'part'; readonly reference: PartReference }
  | { readonly kind: 'join'; readonly reference: FileReference; readonly parts: readonly PartResult[] };

/** What it answers. One file is in work at a time. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly count: number }
  | { readonly kind: 'may-publish'; readonly outputs: readonly OutputFile[] }
  /** The result of the method of the converter that did the work. */
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly failure: FileFailure; readonly isDamaged: boolean }
  | { readonly kind: 'not-published' };

/** The argument of the command line that starts such a process. */
export const CONVERSION_PROCESS = 'convert-for-batch';
