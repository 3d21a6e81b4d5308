import { EdiError, toEdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { Notice } from '../plugin/output.plugin';
import { errorNotice, lossNotice } from './notices';

/** An in-band failure, and the error that it was. */
export interface Failure {
  readonly kind: 'notice';
  readonly notice: Notice;
  readonly error: EdiError;
  /** True when the file was not read to its end. */
  readonly endsFile?: true;
}

/** Something that is said beside records; `error` where it is a failure. */
export interface NoticeResult {
  readonly kind: 'notice';
  readonly notice: Notice;
  readonly error?: EdiError;
  readonly endsFile?: true;
}

/** A file that could not be read to its end. */
export function failureOf(cause: unknown, fileName: string, onError: ((error: EdiError, fileName: string) => void) | undefined): Failure {
  const error = toEdiError(cause);
  onError?.(error, fileName);
  return { kind: 'notice', notice: errorNotice(error, fileName), error, endsFile: true };
}

/** Data that is lost. */
export function lossResult(issue: Issue, fileName: string): Failure {
  return { kind: 'notice', notice: lossNotice(issue, fileName), error: lossError(issue) };
}

/** The cause is the issue: whoever reported that has reported the error. */
function lossError(issue: Issue): EdiError {
  const { message, errorCode = 'EDI_DATA_LOST' } = issue;
  return new EdiError(errorCode, `${message}. Nothing could be converted.`, { cause: issue });
}
