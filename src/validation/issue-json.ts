import type { Issue } from '../common/issue';

/** A finding as a validation issue (interface document, 2.11): its keys in the order in which JSON shows them. */
export type ValidationIssue = Readonly<Record<string, unknown>> & { readonly objectType: 'VALIDATION'; readonly message: string };

/** The element of a finding that the interface shows without one, such as DTP03. */
function elementAt({ segment, at }: Issue): string | undefined {
  if (segment === undefined || at === undefined) return undefined;
  const component = at.component === undefined ? '' : `-${at.component}`;
  return `${segment}${String(at.element).padStart(2, '0')}${component}`;
}

/** Returns the JSON object of a finding. With `snipLevel` it contains rule and level, and the element of every finding that has one. */
export function validationIssue(issue: Issue, fileName: string, snipLevel?: number): ValidationIssue {
  const { place } = issue;
  return {
    objectType: 'VALIDATION',
    issueType: issue.issueType,
    ...given('issueObjectClass', issue.issueObjectClass),
    ...given('jsonPath', issue.jsonPath),
    ...given('fieldName', issue.fieldName),
    ...(place === undefined ? {} : { sourceLocation: { fileName, lineNumber: place.lineNumber, segmentNumber: place.segmentNumber } }),
    ...given('loop', issue.loop),
    ...given('segment', issue.segment),
    ...given('element', issue.element ?? (snipLevel === undefined ? undefined : elementAt(issue))),
    ...given('ediCode', issue.ediCode),
    ...given('maxNumberOfItems', issue.maxNumberOfItems),
    ...given('actualNumberOfItems', issue.actualNumberOfItems),
    ...given('codeSubType', issue.codeSubType),
    ...given('length', issue.length),
    ...given('actualLength', issue.actualLength),
    ...given('dataType', issue.dataType),
    ...given('actualDataType', issue.actualDataType),
    ...given('value', issue.value),
    ...given('ediString', issue.ediString),
    message: issue.message,
    ...given('allowedValues', issue.allowedValues),
    ...given('rejectCode', issue.rejectCode),
    ...(snipLevel === undefined ? {} : { ...given('ruleId', issue.ruleId), snipLevel }),
  };
}

function given(key: string, value: unknown): object {
  return value === undefined ? {} : { [key]: value };
}
