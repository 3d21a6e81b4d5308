import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../common/error-catalogue';
import type { ErrorOrigin } from '../../common/error-origin';
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
  /** True for an engine that describes codes. */
  readonly hasCodes: boolean;
  /** Answers its questions about codes; undefined for a task that asks none. */
  readonly codes: MessagePort | undefined;
}

/** What the output of a task is made of: parts of one output, an output for each file, or parts of the issues of a validation without records. */
export type TaskOutput = 'parts' | 'files' | 'issues';

/** What a worker thread is asked to do. */
export interface PartTask extends ThreadEngine {
  /** A file to convert in part, or files to convert whole. */
  readonly sources: readonly PartSource[];
  /** Undefined for whole files. */
  readonly part: FilePart | undefined;
  readonly output: TaskOutput;
  readonly options: PlainOptions;
  readonly hasFiles: boolean;
  readonly wantsIssues: boolean;
  /** Memory for the output that earlier parts have left. */
  readonly blocks: readonly SharedArrayBuffer[];
}

/** An error that another thread reports. */
export interface PartError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fileName: string;
  /** Of its cause; undefined for none. */
  readonly origin: ErrorOrigin | undefined;
}

/** A finding, and the file that it is about; '' for none. */
export interface ReportedIssue {
  readonly issue: Issue;
  readonly fileName: string;
}

/** A failure that a conversion throws. */
export interface ThrownFailure extends PartError {
  /** Index of the issue that caused it; undefined for none. */
  readonly issue: number | undefined;
  /** Index of the same error among the reported ones; undefined for none. */
  readonly error: number | undefined;
}

/** The output of a part or a file, and what has to be known to join it to others. */
export interface PartResult extends Pick<PartLog, 'begin' | 'end' | 'findings' | 'unread' | 'hasFailed'> {
  /** To be released when it was taken. */
  readonly written: PartOutput;
  /** Undefined if the output cannot be joined. */
  readonly output: OutputPart | undefined;
  readonly summary: ConversionSummary;
  /** Findings, if they were asked for. */
  readonly issues: readonly ReportedIssue[];
  readonly errors: readonly PartError[];
  /** The first failure in the output; for an output of its own, the error that the conversion throws. */
  readonly failure: ThrownFailure | undefined;
}

/** The result of each file of a task, in order; undefined for a file that has to be converted in the thread that asked. */
export type TaskResult = readonly (PartResult | undefined)[];

/** A question about codes, and its answer. */
export interface CodeQuestion {
  readonly id: number;
  readonly codes: CodesByList;
}

export interface CodeAnswer {
  readonly id: number;
  readonly descriptions: DescriptionsByList;
}
