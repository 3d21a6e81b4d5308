import type { Delimiters, LineBreak } from '../x12/delimiters';
import { constant, fileInfo, recordId } from './context-field';
import { groupTime, integer, shortDate, text, time } from './element-field';
import type { Field } from './field';
import { keyFragment } from './json-text';
import { record, type RecordOf } from './record';
import type { JsonSchema } from './json-schema';

/** A value that follows from the delimiters of the interchange. */
function delimiterField(schema: JsonSchema, valueOf: (delimiters: Delimiters) => string | undefined): Field<string> {
  return {
    doc: { place: '', schema },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      return {
        encode: (_loop, segment, _base, { out }) => {
          const value = valueOf(segment.chunk.delimiters);
          if (value === undefined) return;
          out.raw(fragment);
          out.text(JSON.stringify(value));
        },
      };
    },
  };
}

/** A delimiter of the interchange, as the character that it is. */
const delimiter = (which: 'element' | 'component' | 'segment'): Field<string> =>
  delimiterField({ type: 'string' }, (delimiters) => String.fromCharCode(delimiters[which]));

/** Names of what stands between segments, and the characters. */
export const LINE_BREAKS = { LF: '\n', CRLF: '\r\n', CR: '\r', NONE: '' } as const satisfies Readonly<Record<string, LineBreak>>;

/** What stands between segments, where that is not the line feed that generation writes. */
const lineBreak = delimiterField({ type: 'string', enum: Object.keys(LINE_BREAKS) }, (delimiters) => {
  if (delimiters.lineBreak === undefined || delimiters.lineBreak === LINE_BREAKS.LF) return undefined;
  return Object.entries(LINE_BREAKS).find(([, text]) => text === delimiters.lineBreak)?.[0];
});

/** ISA, as convertControlSegments shows it. Identifiers keep their padding. */
export const interchangeControl = record('InterchangeControl', {
  id: recordId(),
  objectType: constant('INTERCHANGE_CONTROL'),
  elementSeparator: delimiter('element'),
  segmentTerminator: delimiter('segment'),
  authorizationInformationQualifier: text('01'),
  authorizationInformation: text('02'),
  securityInformationQualifier: text('03'),
  securityInformation: text('04'),
  senderIdQualifier: text('05'),
  senderId: text('06'),
  receiverIdQualifier: text('07'),
  receiverId: text('08'),
  interchangeDate: shortDate('09'),
  interchangeTime: time('10'),
  repetitionSeparator: text('11'),
  interchangeControlVersionNumber: text('12'),
  controlNumber: integer('13'),
  acknowledgmentRequested: text('14'),
  interchangeUsageIndicator: text('15'),
  componentElementSeparator: delimiter('component'),
  lineBreak,
  fileInfo: fileInfo(),
});

export type InterchangeControl = RecordOf<typeof interchangeControl>;

/** GS, as convertControlSegments shows it. */
export const functionalGroup = record('FunctionalGroup', {
  id: recordId(),
  objectType: constant('FUNCTIONAL_GROUP'),
  functionalIdentifierCode: text('01'),
  senderCode: text('02'),
  receiverCode: text('03'),
  date: shortDate('04'),
  time: groupTime('05'),
  controlNumber: integer('06'),
  responsibleAgencyCode: text('07'),
  version: text('08'),
});
export type FunctionalGroup = RecordOf<typeof functionalGroup>;
