import { digitsOfDay, digitsOfTime } from '../../common/dates';
import { geText, gsText, ieaText, isaText } from '../../x12/envelope-writer';
import { controlNumberOf } from './control-number';
import type { RequestEnvelope } from './read-envelope';

/** What an envelope takes where a request leaves it open. */
export interface EnvelopeDefaults {
  /** CCYYMMDD and HHMM. */
  readonly date: string;
  readonly time: string;
  /** A control number that is not used elsewhere. */
  readonly newControlNumber: () => number;
}

/** The segments around a transaction set, and what it has to know of them. */
export interface Envelope {
  readonly isa: string;
  readonly gs: string;
  readonly ge: string;
  readonly iea: string;
  /** Day and time of the group, CCYYMMDD and HHMM. */
  readonly date: string;
  readonly time: string;
}

/** Makes ISA, GS, GE and IEA. */
export function writeEnvelope(
  { interchange, group }: RequestEnvelope,
  kind: { readonly functionalId: string; readonly version: string },
  defaults: EnvelopeDefaults,
): Envelope {
  const interchangeNumber = controlNumberOf(interchange.controlNumber) ?? defaults.newControlNumber();
  const groupNumber = controlNumberOf(group.controlNumber) ?? defaults.newControlNumber();
  const date = digitsOfDay(group.date ?? '') ?? defaults.date;
  const time = digitsOfTime(group.time ?? '')?.slice(0, 4) ?? defaults.time;
  const isa = isaText({
    authorizationQualifier: interchange.authorizationInformationQualifier,
    authorization: interchange.authorizationInformation,
    securityQualifier: interchange.securityInformationQualifier,
    security: interchange.securityInformation,
    senderQualifier: interchange.senderIdQualifier,
    sender: interchange.senderId,
    receiverQualifier: interchange.receiverIdQualifier,
    receiver: interchange.receiverId,
    date: digitsOfDay(interchange.interchangeDate) ?? '',
    time: digitsOfTime(interchange.interchangeTime) ?? '',
    controlNumber: interchangeNumber,
    acknowledgmentRequested: interchange.acknowledgmentRequested,
    usage: interchange.interchangeUsageIndicator,
  });
  const gs = gsText({ ...kind, sender: group.senderCode, receiver: group.receiverCode, date, time, controlNumber: groupNumber });
  return { isa, gs, ge: geText(1, groupNumber), iea: ieaText(1, interchangeNumber), date, time };
}
