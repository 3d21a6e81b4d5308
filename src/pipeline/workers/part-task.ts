import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../common/error-catalogue';
import type { Issue } from '../../common/issue';
import type { CodesByList, DescriptionsByList } from '../../mapping/code-descriptions';
import type { OutputPart } from '../../plugin/output.plugin';
import type { ConversionOptions, ConversionSummary } from '../conversion.types';
import type { FilePart, PartLog } from './file-part';
import type { PartOutput } from './part-output';

/** Options that a thread can send to another. */
export type PlainOptions = Omit<ConversionOptions, 'signal' | 'onIssue' | 'admitLargeRecord' | 'workers'>;

/** A file of which a part is converted. */
export interface PartSource {
  readonly path: string;
  readonly name: string;
  readonly url?: string;
  readonly lastModifiedDateTime?: string;
}

/** What the engine of a task is made of. */
export interface ThreadEngine {
  /** Plugins from outside the product: folders or packages. */
  readonly packages: readonly string[];
  /** Answers questions about codes; undefined for an engine without descriptions. */
  readonly codes: MessagePort | undefined;
}

/** What a worker thread is asked to do. */
export interface PartTask extends ThreadEngine {
  readonly source: PartSource;
  /** Undefined for the whole file. */
  readonly part: FilePart | undefined;
  /** True to validate without records. */
  readonly validatesOnly: boolean;
  readonly options: PlainOptions;
  readonly hasFiles: boolean;
  readonly wantsIssues: boolean;
  /** Memory for the output that an earlier part has left. */
  readonly memory?: ArrayBuffer | undefined;
}

/** An error that another thread reports. */
export interface PartError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fileName: string;
}

/** The output of a part, and what has to be known to join it to others. */
export interface PartResult extends Pick<PartLog, 'begin' | 'end' | 'findings' | 'unread' | 'hasFailed'> {
  /** To be released when it was taken. */
  readonly written: PartOutput;
  /** Undefined if the output cannot be joined. */
  readonly output: OutputPart | undefined;
  readonly summary: ConversionSummary;
  /** Findings, if they were asked for. */
  readonly issues: readonly Issue[];
  readonly errors: readonly PartError[];
  /** The first failure in the output. */
  readonly failure: PartError | undefined;
}

/** A question about codes, and its answer. */
export interface CodeQuestion {
  readonly id: number;
  readonly codes: CodesByList;
}

export interface CodeAnswer {
  readonly id: number;
  readonly descriptions: DescriptionsByList;
}
