import { EdiError, toEdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { Notice, OutputContext } from '../plugin/output.plugin';
import type { ErrorListener } from './context';
import type { Run } from './run';

/** An object between records; `error` if it is a failure. */
export interface NoticeResult {
  readonly kind: 'notice';
  readonly notice: Notice;
  readonly error?: EdiError;
  /** Of a finding of validation, with or without `ruleId` in its JSON. */
  readonly ruleId?: string;
  /** True when the file was not read to its end. */
  readonly endsFile?: true;
}

/** An in-band failure, and the error that it was. */
export type Failure = NoticeResult & Required<Pick<NoticeResult, 'error'>>;

/** A file that could not be read to its end. */
export function failureOf(cause: unknown, fileName: string, onError: ErrorListener | undefined): Failure {
  const error = toEdiError(cause);
  onError?.(error, fileName);
  return { kind: 'notice', notice: errorNotice(error, fileName), error, endsFile: true };
}

/** Lost data. The cause of the error is the issue, which has already been reported. */
export function lossResult(issue: Issue, fileName: string): Failure {
  const { message, errorCode = 'EDI_DATA_LOST' } = issue;
  const error = new EdiError(errorCode, `${message}. Nothing could be converted.`, { cause: issue });
  return { kind: 'notice', notice: lossNotice(issue, fileName), error };
}

/** Damage that loses data is an ERROR with every setting, so that missing output is always visible. */
export function lossNotice({ message, place, errorCode = 'EDI_DATA_LOST' }: Issue, fileName: string): Notice {
  return { objectType: 'ERROR', code: errorCode, message, fileName, ...lineOf(place) };
}

/** A finding as WARNING, for `warningsInResponse`. */
export function warningNotice({ message, place }: Issue, fileName: string): Notice {
  return { objectType: 'WARNING', fileName, message, ...lineOf(place) };
}

/** Failures and findings of the output itself: counted, reported, and returned as notices that the output shows. */
export function outputReports({ context: { onError }, counts, hooks: { onIssue }, options: { showsWarnings } }: Run): Pick<OutputContext, 'fail' | 'warn'> {
  return {
    fail: (error, fileName) => {
      counts.errors++;
      onError?.(error, fileName);
      return errorNotice(error, fileName);
    },
    warn: (message, fileName) => {
      const issue: Issue = { issueType: 'NUMBER_OF_ITEMS', message };
      counts.issues++;
      onIssue?.(issue, fileName);
      return showsWarnings ? warningNotice(issue, fileName) : undefined;
    },
  };
}

function errorNotice({ code, message }: EdiError, fileName: string): Notice {
  return { objectType: 'ERROR', code, message, fileName };
}

function lineOf(place: Issue['place']): object {
  return place === undefined ? {} : { lineNumber: place.lineNumber, segmentNumber: place.segmentNumber };
}
