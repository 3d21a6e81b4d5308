import type { Issue } from '../../src/plugin/io';

/*
 * What issues are in the code lists of the standard. Rules that know the guide alone are listed by id; those of plugins, and rules that are
 * not listed, go by the type of the issue.
 */

/** Data element 620, by rule: error of a segment. */
const SEGMENT_CODES: Readonly<Record<string, string>> = {
  'input-lower-case': '1',
  'envelope-strays': '2',
  'segment-not-allowed': '2',
  'segment-required': '3',
  'loop-required': 'I7',
  'transaction-empty': 'I7',
  'loop-maximum': '4',
  'segment-maximum': '5',
  'segment-order': '7',
  'segment-late': '7',
};

/** Data element 620: an id that the standard does not know, and one that it knows and the transaction set does not have. */
const UNRECOGNIZED_SEGMENT = '1';
const SEGMENT_OF_OTHER_SETS = '6';

/** Data element 620: the errors are in the elements. */
export const HAS_ELEMENT_ERRORS = '8';

/** Data element 621, by rule: error of an element. */
const ELEMENT_CODES: Readonly<Record<string, string>> = {
  'element-required': '1',
  'elements-paired': '2',
  'elements-one-of': '2',
  'elements-conditional': '2',
  'element-too-short': '4',
  'element-too-long': '5',
  'element-number': '6',
  'element-control-characters': '6',
  'element-character-set': '6',
  'input-line-break': '6',
  'element-code': '7',
  'code-invalid': '7',
  'level-children': '7',
  'period-order': '8',
  'elements-exclusive': '10',
  'element-repeats': '12',
  'element-separator': '13',
  'element-unused': 'I10',
  '277-provider-status-day': 'I10',
  'element-pattern': 'I12',
  'level-sequence': 'I12',
  '837-line-sequence': 'I12',
  'level-parent': 'I12',
  'binary-length': 'I12',
  'npi-check-digit': 'I12',
  'routing-check-digit': 'I12',
};

/** Data element 618, by rule: error of a transaction set as a whole. */
const SET_CODES: Readonly<Record<string, string>> = {
  'set-unsupported': '1',
  'input-ended': '2',
  'control-number': '3',
  'control-count': '4',
  'control-duplicate': '23',
  'group-function': '18',
  'group-version': '19',
  'set-version': 'I6',
};

/** Data element 618. */
export const SET_CODE = { noTrailer: '2', hasErrors: '5', identifier: '6', controlNumber: '7', hasImplementationErrors: 'I5' } as const;

/** Data element 716. */
export const GROUP_CODE = { noTrailer: '3', duplicate: '19' } as const;

/** Data element 716, by the element of GS or GE that is wrong. */
const GROUP_CODES: Readonly<Record<string, string>> = { GS06: '6', GS08: '2', GE01: '5', GE02: '4' };

/** Data element I18, by the element of ISA that is wrong. */
const HEADER_CODES: Readonly<Record<string, string>> = {
  ISA01: '010',
  ISA02: '011',
  ISA03: '012',
  ISA04: '013',
  ISA05: '005',
  ISA06: '006',
  ISA07: '007',
  ISA08: '008',
  ISA09: '014',
  ISA10: '015',
  ISA11: '016',
  ISA12: '017',
  ISA13: '018',
  ISA14: '019',
  ISA15: '020',
  ISA16: '027',
  IEA01: '021',
  IEA02: '001',
};

/** Data element I18. */
export const INTERCHANGE_CODE = { none: '000', duplicate: '025', structure: '022', ended: '023', content: '024' } as const;

/** The code of data element 618; undefined for an issue about a part of the transaction set. */
export const setCodeOf = ({ ruleId = '' }: Issue): string | undefined => SET_CODES[ruleId];

/** True for an issue that has a segment and no element of it. */
export const isAboutSegment = ({ ruleId = '', at, element }: Issue): boolean =>
  ruleId in SEGMENT_CODES || ruleId === 'segment-unknown' || (at === undefined && element === undefined);

/** The code of data element 620. `isOfStandard` is true if the standard has the segment. */
export function segmentCodeOf({ ruleId = '', issueType }: Issue, isOfStandard: boolean): string {
  if (ruleId === 'segment-unknown') return isOfStandard ? SEGMENT_OF_OTHER_SETS : UNRECOGNIZED_SEGMENT;
  const code = SEGMENT_CODES[ruleId];
  if (code !== undefined) return code;
  switch (issueType) {
    case 'REQUIRED':
      return 'I6';
    case 'NOT_ALLOWED':
      return 'I9';
    case 'NUMBER_OF_ITEMS':
      return '5';
    default:
      return HAS_ELEMENT_ERRORS;
  }
}

/** The code of data element 621. */
export function elementCodeOf({ ruleId = '', issueType, dataType, at }: Issue): string {
  if (ruleId === 'element-unknown') return at?.component === undefined ? '3' : '13';
  return ELEMENT_CODES[ruleId] ?? codeOfType(issueType, dataType);
}

function codeOfType(issueType: Issue['issueType'], dataType: Issue['dataType']): string {
  switch (issueType) {
    case 'REQUIRED':
      return 'I9';
    case 'NOT_ALLOWED':
      return 'I13';
    case 'LENGTH_TOO_SHORT':
      return '4';
    case 'LENGTH_EXCEEDED':
      return '5';
    case 'WRONG_TYPE':
      return dataType === 'DATE' ? '8' : dataType === 'TIME' ? '9' : '6';
    case 'INVALID_CODE':
    case 'REQUIRED_CODE':
    case 'VALUE_NOT_IN_ENUM_LIST':
      return '7';
    case 'NUMBER_OF_ITEMS':
      return '12';
    default:
      return 'I12';
  }
}

/** The code of data element 716 for an issue between GS and GE and outside transaction sets; undefined for one without. */
export function groupCodeOf({ ruleId, element = '' }: Issue): string | undefined {
  if (ruleId === 'control-duplicate') return GROUP_CODE.duplicate;
  return GROUP_CODES[element];
}

/** The code of data element I18 for an issue of the interchange; undefined for one that is about no part of it. */
export function interchangeCodeOf({ ruleId, issueType, segment, element = '' }: Issue): string | undefined {
  if (ruleId === 'input-ended') return INTERCHANGE_CODE.ended;
  if (ruleId === 'control-duplicate' && element === 'ISA13') return INTERCHANGE_CODE.duplicate;
  if (ruleId === 'envelope-strays' || ruleId === 'input-skipped') return INTERCHANGE_CODE.structure;
  // The end itself reports what is never closed.
  if (ruleId === 'envelope-pairs') return issueType === 'REQUIRED' ? undefined : INTERCHANGE_CODE.structure;
  return segment === 'GS' ? INTERCHANGE_CODE.content : HEADER_CODES[element];
}
