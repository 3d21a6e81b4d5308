import type { Delimiters } from '../x12/delimiters';
import { constant, fileInfo, recordId } from './context-field';
import { integer, minute, shortDate, text, time } from './element-field';
import type { Field } from './field';
import { keyFragment } from './json-text';
import { record } from './record';

/** A delimiter of the interchange, as the character that it is. */
function delimiter(which: keyof Delimiters): Field<string> {
  return {
    doc: { place: '', schema: { type: 'string' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      const valueOf = (delimiters: Delimiters): string | undefined => {
        const byte = delimiters[which];
        return byte === undefined ? undefined : String.fromCharCode(byte);
      };
      return {
        read: (_loop, segment) => valueOf(segment.chunk.delimiters),
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
  fileInfo: fileInfo(),
});

/** GS, as convertControlSegments shows it. */
export const functionalGroup = record('FunctionalGroup', {
  id: recordId(),
  objectType: constant('FUNCTIONAL_GROUP'),
  functionalIdentifierCode: text('01'),
  senderCode: text('02'),
  receiverCode: text('03'),
  date: shortDate('04'),
  time: minute('05'),
  controlNumber: integer('06'),
  responsibleAgencyCode: text('07'),
  version: text('08'),
});
