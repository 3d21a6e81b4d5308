import { EDI_DATA_TYPES, ISSUE_TYPES } from '../../common/issue';
import type { JsonSchema } from '../../mapping/json-schema';

const text = (description: string) => ({ type: 'string', description }) as const;
const whole = (description: string) => ({ type: 'integer', description }) as const;

/** JSON Schema of a validation issue (interface document, 2.11). */
export const VALIDATION_ISSUE: JsonSchema = {
  type: 'object',
  required: ['objectType', 'issueType', 'message'],
  properties: {
    objectType: { type: 'string', enum: ['VALIDATION'] },
    issueType: { type: 'string', enum: [...ISSUE_TYPES] },
    issueObjectClass: text('class of the object with the issue, such as Claim'),
    jsonPath: text('JSON path of that object, for issues of JSON'),
    fieldName: text('name of the field or element'),
    sourceLocation: {
      type: 'object',
      properties: { fileName: text('name of the file'), lineNumber: whole('line, from 1'), segmentNumber: whole('segment, the first ISA is 1') },
    },
    loop: text('loop, such as 2100; 0000 outside loops'),
    segment: text('segment id, such as CLP'),
    element: text('element, such as CLP04'),
    ediCode: text('qualifier or code that identifies the segment'),
    maxNumberOfItems: whole('with NUMBER_OF_ITEMS'),
    actualNumberOfItems: whole('with NUMBER_OF_ITEMS'),
    codeSubType: text('list that the code is not in, with INVALID_CODE'),
    length: whole('length that is allowed, with LENGTH_EXCEEDED and LENGTH_TOO_SHORT'),
    actualLength: whole('with LENGTH_EXCEEDED and LENGTH_TOO_SHORT'),
    dataType: { type: 'string', enum: [...EDI_DATA_TYPES], description: 'with WRONG_TYPE' },
    actualDataType: {
      type: 'string',
      enum: [...EDI_DATA_TYPES, 'STR'],
      description: 'with WRONG_TYPE: what the value is; STR for text that does not read as `dataType`',
    },
    value: text('value that failed'),
    ediString: text('the segment'),
    message: text('what is wrong, and what is expected'),
    allowedValues: { type: 'array', items: { type: 'string' }, description: 'with VALUE_NOT_IN_ENUM_LIST' },
    rejectCode: text('code by which receivers of the format reject what is wrong, where there is one'),
    ruleId: text('rule that found it; with `levels`'),
    snipLevel: whole('level of the rule, 1 to 7; with `levels`'),
  },
};
