import type { EdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { OutputContext } from '../plugin/output.plugin';
import { errorNotice, warningNotice } from './notices';

/** Where reports of an output are counted, and who is told of them. */
export interface ReportTargets {
  readonly counts: { errors: number; issues: number };
  readonly onError: ((error: EdiError, fileName: string) => void) | undefined;
  readonly onIssue: ((issue: Issue, fileName: string) => void) | undefined;
  readonly showsWarnings: boolean;
}

/** Failures and findings of the output itself: counted, told, and given as what the output shows of them. */
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
