import { digitsOfDay, digitsOfTime } from '../../common/dates';
import { geText, gsText, ieaText, type InterchangeHeader, isaText } from '../../x12/envelope-writer';
import { controlNumberOf, type EnvelopeDefaults } from './envelope-defaults';
import type { RequestEnvelope } from './read-envelope';

/** The segments around transaction sets, and the facts that those need about them. */
export interface Envelope {
  readonly isa: string;
  readonly gs: string;
  /** GE, for a number of transaction sets. */
  readonly ge: (transactions: number) => string;
  readonly iea: string;
  /** Day and time of the group, CCYYMMDD and HHMM to HHMMSSDD. */
  readonly date: string;
  readonly time: string;
}

/** Makes ISA, GS, GE and IEA. */
export function writeEnvelope(
  { interchange, group, delimiters }: RequestEnvelope,
  kind: { readonly functionalId: string; readonly version: string },
  defaults: EnvelopeDefaults,
): Envelope {
  const interchangeNumber = controlNumberOf(interchange.controlNumber) ?? defaults.newControlNumber();
  const groupNumber = controlNumberOf(group.controlNumber) ?? defaults.newControlNumber();
  const date = digitsOfDay(group.date ?? '') ?? defaults.date;
  const time = digitsOfTime(group.time ?? '') ?? defaults.time;
  const header: InterchangeHeader = {
    authorizationQualifier: interchange.authorizationInformationQualifier,
    authorization: interchange.authorizationInformation,
    securityQualifier: interchange.securityInformationQualifier,
    security: interchange.securityInformation,
    senderQualifier: interchange.senderIdQualifier,
    sender: interchange.senderId,
    receiverQualifier: interchange.receiverIdQualifier,
    receiver: interchange.receiverId,
    date: digitsOfDay(interchange.interchangeDate ?? '') ?? defaults.date,
    time: digitsOfTime(interchange.interchangeTime ?? '') ?? defaults.time,
    controlNumber: interchangeNumber,
    acknowledgmentRequested: interchange.acknowledgmentRequested,
    usage: interchange.interchangeUsageIndicator,
    version: interchange.interchangeControlVersionNumber,
    ...(delimiters.repetition === undefined ? { standardsId: interchange.repetitionSeparator } : {}),
  };
  const agency = group.responsibleAgencyCode;
  const ofGroup = { ...kind, agency, sender: group.senderCode, receiver: group.receiverCode, date, time, controlNumber: groupNumber };
  return {
    isa: isaText(header, delimiters),
    gs: gsText(ofGroup, delimiters),
    ge: (transactions) => geText(transactions, groupNumber, delimiters),
    iea: ieaText(1, interchangeNumber, delimiters),
    date,
    time,
  };
}
