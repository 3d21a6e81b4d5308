import type { EdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { OutputContext } from '../plugin/output.plugin';
import { errorNotice, warningNotice } from './notices';

/** Counts of the reports of an output, and their listeners. */
export interface ReportTargets {
  readonly counts: { errors: number; issues: number };
  readonly onError: ((error: EdiError, fileName: string) => void) | undefined;
  readonly onIssue: ((issue: Issue, fileName: string) => void) | undefined;
  readonly showsWarnings: boolean;
}

/** Failures and findings of the output itself: counted, reported, and returned as notices that the output shows. */
export function outputReports({ counts, onError, onIssue, showsWarnings }: ReportTargets): Pick<OutputContext, 'fail' | 'warn'> {
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
