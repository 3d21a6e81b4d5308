import { rule } from '../../src/plugin/io';

/* What validation finds in Telecom text beside what reading itself reports. */

export const countDiffers = rule({
  id: 'ncpdp-count',
  level: 1,
  issueType: 'CONTROL',
  finds: 'A count differs from what it counts: records of a batch, transactions of a transmission, items of a group.',
});
export const batchIncomplete = rule({
  id: 'ncpdp-batch',
  level: 1,
  issueType: 'CONTROL',
  finds: 'A batch has no trailer or no header, its numbers differ, or a record of it does not end with ETX.',
});
export const headerShort = rule({
  id: 'ncpdp-header',
  level: 1,
  issueType: 'LENGTH_TOO_SHORT',
  finds: 'A header is shorter than its layout.',
});
export const versionUnknown = rule({
  id: 'ncpdp-version',
  level: 1,
  issueType: 'VALUE_NOT_IN_ENUM_LIST',
  finds: 'The version is neither 51 nor D0 nor one after it; the text is read as D.0.',
});
export const transactionUnknown = rule({
  id: 'ncpdp-transaction',
  level: 2,
  issueType: 'VALUE_NOT_IN_ENUM_LIST',
  finds: 'The transaction code is not one of the version.',
});
export const transactionsTooMany = rule({
  id: 'ncpdp-transactions',
  level: 2,
  issueType: 'NUMBER_OF_ITEMS',
  finds: 'A transmission has more transactions than its code allows.',
});
export const segmentUnknown = rule({
  id: 'ncpdp-segment-unknown',
  level: 1,
  issueType: 'INVALID',
  finds: 'A segment is not part of the standard, or comes without its id.',
});
export const segmentNotAllowed = rule({
  id: 'ncpdp-segment-not-allowed',
  level: 2,
  issueType: 'NOT_ALLOWED',
  finds: 'A segment does not belong to the transaction, to its direction or version, or to the side of the group separator that it stands on.',
});
export const segmentRequired = rule({ id: 'ncpdp-segment-required', level: 2, issueType: 'REQUIRED', finds: 'A mandatory segment is missing.' });
export const segmentRepeated = rule({
  id: 'ncpdp-segment-repeated',
  level: 1,
  issueType: 'NUMBER_OF_ITEMS',
  finds: 'A segment stands twice in a transaction.',
});
export const fieldUnknown = rule({ id: 'ncpdp-field-unknown', level: 1, issueType: 'INVALID', finds: 'A field is not part of the standard.' });
export const fieldNotAllowed = rule({
  id: 'ncpdp-field-not-allowed',
  level: 2,
  issueType: 'NOT_ALLOWED',
  finds: 'A field does not belong to its segment or to the version.',
});
export const fieldRequired = rule({
  id: 'ncpdp-field-required',
  level: 2,
  issueType: 'REQUIRED',
  finds: 'A mandatory field, or the count of a group, is missing.',
});
export const fieldRepeated = rule({ id: 'ncpdp-field-repeated', level: 1, issueType: 'NUMBER_OF_ITEMS', finds: 'A field that does not repeat stands twice.' });
export const fieldOrder = rule({
  id: 'ncpdp-field-order',
  level: 1,
  issueType: 'MISMATCH',
  finds: 'A mandatory field stands after an optional one of its segment.',
});
export const fieldTooLong = rule({ id: 'ncpdp-field-too-long', level: 1, issueType: 'LENGTH_EXCEEDED', finds: 'A value is longer than its field allows.' });
export const fieldType = rule({
  id: 'ncpdp-field-type',
  level: 1,
  issueType: 'WRONG_TYPE',
  finds: 'A value is no number, amount, date or time as its field says.',
});
export const groupTooLong = rule({
  id: 'ncpdp-group-too-long',
  level: 2,
  issueType: 'NUMBER_OF_ITEMS',
  finds: 'A group has more items than payers accept.',
});
export const codeInvalid = rule({
  id: 'ncpdp-code',
  level: 2,
  issueType: 'VALUE_NOT_IN_ENUM_LIST',
  finds: 'A code is not in its list, as far as lists agree with public tables.',
});
export const codeUnchecked = rule({
  id: 'ncpdp-code-unchecked',
  level: 7,
  issueType: 'VALUE_NOT_IN_ENUM_LIST',
  finds: 'A code is not in its list, of lists that no public table confirms.',
});

/** All rules of the format, in the order of the documentation. */
export const telecomRules = [
  countDiffers,
  batchIncomplete,
  headerShort,
  versionUnknown,
  transactionUnknown,
  transactionsTooMany,
  segmentUnknown,
  segmentNotAllowed,
  segmentRequired,
  segmentRepeated,
  fieldUnknown,
  fieldNotAllowed,
  fieldRequired,
  fieldRepeated,
  fieldOrder,
  fieldTooLong,
  fieldType,
  groupTooLong,
  codeInvalid,
  codeUnchecked,
] as const;
