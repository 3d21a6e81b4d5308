import { digitsOfDay, digitsOfTime } from '../../common/dates';
import { controlNumberOf } from './envelope.dto';
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

const CODE_LENGTH = 2;

/** Writes ISA, GS, GE and IEA. Identifiers are filled up with blanks on the right, as ISA wants it. */
export function writeEnvelope(
  { interchange, group }: RequestEnvelope,
  kind: { readonly functionalId: string; readonly version: string },
  defaults: EnvelopeDefaults,
): Envelope {
  const interchangeNumber = String(controlNumberOf(interchange.controlNumber) ?? defaults.newControlNumber()).padStart(9, '0');
  const groupNumber = String(controlNumberOf(group.controlNumber) ?? defaults.newControlNumber());
  const date = digitsOfDay(group.date ?? '') ?? defaults.date;
  const time = digitsOfTime(group.time ?? '')?.slice(0, 4) ?? defaults.time;
  const isa = [
    'ISA',
    interchange.authorizationInformationQualifier,
    interchange.authorizationInformation.padEnd(10),
    interchange.securityInformationQualifier,
    interchange.securityInformation.padEnd(10),
    interchange.senderIdQualifier,
    interchange.senderId.trim().padEnd(15),
    interchange.receiverIdQualifier,
    interchange.receiverId.trim().padEnd(15),
    (digitsOfDay(interchange.interchangeDate) ?? '').slice(2),
    (digitsOfTime(interchange.interchangeTime) ?? '').slice(0, 4),
    '^',
    '00501',
    interchangeNumber,
    interchange.acknowledgmentRequested,
    interchange.interchangeUsageIndicator,
    ':',
  ];
  const gs = [
    'GS',
    kind.functionalId,
    group.senderCode.padEnd(CODE_LENGTH),
    group.receiverCode.padEnd(CODE_LENGTH),
    date,
    time,
    groupNumber,
    'X',
    kind.version,
  ];
  return { isa: line(isa), gs: line(gs), ge: line(['GE', '1', groupNumber]), iea: line(['IEA', '1', interchangeNumber]), date, time };
}

const line = (elements: readonly string[]): string => `${elements.join('*')}~\n`;
