import { constantOfLoop, each, named, record, text } from '../../src/plugin';
import { attachmentTransmissionType, attachmentType, referenceType, requestRejection } from '../vocabulary';

/** AAA, why a request was rejected, at the level of its loop. */
const reviewError = record('ReviewError', {
  level: constantOfLoop({
    TRANSACTION: ['2000A'],
    REVIEWER: ['2010A'],
    REQUESTER: ['2010B'],
    SUBSCRIBER: ['2010C'],
    DEPENDENT: ['2010D'],
    EVENT: ['2000E'],
    PROVIDER: ['2010EA', '2010FA'],
    TRANSPORT: ['2010EC'],
    SERVICE: ['2000F'],
  }),
  ...requestRejection,
});

/** All errors of a loop. */
export const reviewErrors = each('AAA', reviewError);

/** REF, a number with its kind, and the state that a license is of. */
const reviewId = record('Identification', {
  qualifierCode: text('01'),
  type: named(referenceType, '01'),
  identification: text('02'),
  description: text('03'),
});

/** All numbers of a loop. */
export const reviewIds = each('REF', reviewId);

/** PWK, a report that supplements the request. */
const attachment = record('Attachment', {
  reportTypeCode: text('01'),
  type: named(attachmentType, '01'),
  reportTransmissionCode: text('02'),
  transmissionType: named(attachmentTransmissionType, '02'),
  controlNumberQualifierCode: text('05'),
  controlNumber: text('06'),
  description: text('07'),
});

/** All reports of a level. */
export const attachments = each('PWK', attachment);
