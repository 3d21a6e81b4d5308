import { ISSUE_TYPES } from '../../common/issue';
import type { GeneratedIssue } from './generation.types';

const TYPES: ReadonlySet<unknown> = new Set(ISSUE_TYPES);

/** True for the JSON of a validation issue; false for other notices. */
export function isGeneratedIssue(notice: object): notice is GeneratedIssue {
  return 'issueType' in notice && TYPES.has(notice.issueType);
}
