import type { Issue } from '../common/issue';

/** A finding as a validation issue (interface document, 2.11): its keys in the order in which JSON shows them. */
export type ValidationIssue = Readonly<Record<string, unknown>> & { readonly objectType: 'VALIDATION'; readonly message: string };

/** The element of a finding that the interface shows without one, such as DTP03. */
function elementAt({ segment, at }: Issue): string | undefined {
  if (segment === undefined || at === undefined) return undefined;
  const component = at.component === undefined ? '' : `-${at.component}`;
  return `${segment}${String(at.element).padStart(2, '0')}${component}`;
}

/** Keys of an issue that its JSON has too, in the order of JSON; between these lists stand members that are made. */
const FIRST_KEYS = ['issueObjectClass', 'jsonPath', 'fieldName'] as const;
const KEYS_OF_PLACE = ['loop', 'segment'] as const;
const KEYS_OF_VALUE = [
  'ediCode',
  'maxNumberOfItems',
  'actualNumberOfItems',
  'codeSubType',
  'length',
  'actualLength',
  'dataType',
  'actualDataType',
  'value',
  'ediString',
] as const;
const LAST_KEYS = ['allowedValues', 'rejectCode'] as const;

/** Returns the JSON object of a finding. With `snipLevel` it contains rule and level, and the element of every finding that has one. */
export function validationIssue(issue: Issue, fileName: string, snipLevel?: number): ValidationIssue {
  const { issueType, place, message, ruleId } = issue;
  const shown: Record<string, unknown> = { objectType: 'VALIDATION', issueType };
  copyGiven(FIRST_KEYS, issue, shown);
  if (place !== undefined) shown['sourceLocation'] = { fileName, lineNumber: place.lineNumber, segmentNumber: place.segmentNumber };
  copyGiven(KEYS_OF_PLACE, issue, shown);
  const element = issue.element ?? (snipLevel === undefined ? undefined : elementAt(issue));
  if (element !== undefined) shown['element'] = element;
  copyGiven(KEYS_OF_VALUE, issue, shown);
  shown['message'] = message;
  copyGiven(LAST_KEYS, issue, shown);
  if (snipLevel !== undefined) Object.assign(shown, ruleId === undefined ? { snipLevel } : { ruleId, snipLevel });
  return asIssue(shown);
}

/** Members that are not given are absent, not undefined: outputs go through all of them. */
function copyGiven(keys: readonly (keyof Issue)[], issue: Issue, shown: Record<string, unknown>): void {
  for (const key of keys) {
    const value = issue[key];
    if (value !== undefined) shown[key] = value;
  }
}

/** It has the type and the message of one. */
function asIssue(shown: unknown): ValidationIssue {
  return shown as ValidationIssue;
}
