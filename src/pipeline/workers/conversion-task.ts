import type { MessagePort } from 'node:worker_threads';
import type { ConversionSummary } from '../conversion.types';
import type { PlainOptions, ThreadEngine } from './part-task';

/** The operations of a converter that a thread can run. */
export type ThreadOperation = 'convert' | 'convertToFiles' | 'validate';

/** A whole conversion for a worker thread, which asks for its input over a port, and is asked for its output. */
export interface ConversionTask extends ThreadEngine {
  readonly operation: ThreadOperation;
  readonly options: PlainOptions;
  readonly wantsIssues: boolean;
  readonly admitsRecords: boolean;
  readonly port: MessagePort;
}

/** Output of a conversion so far. */
export interface PulledChunk {
  readonly summary: ConversionSummary;
  readonly file: string;
  /** Undefined at the end. */
  readonly bytes: Uint8Array | undefined;
}
