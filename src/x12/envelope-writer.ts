import type { ByteWriter } from '../common/byte-writer';
import { type ElementValue, SegmentWriter } from './segment-writer';

/** What ISA says. Texts are written as they are, filled up with blanks to their fixed length. */
export interface InterchangeHeader {
  readonly authorizationQualifier?: string;
  readonly authorization?: string;
  readonly securityQualifier?: string;
  readonly security?: string;
  readonly senderQualifier: string;
  readonly sender: string;
  readonly receiverQualifier: string;
  readonly receiver: string;
  /** CCYYMMDD and HHMM. */
  readonly date: string;
  readonly time: string;
  /** ISA13. */
  readonly controlNumber: number;
  /** ISA14; default 0. */
  readonly acknowledgmentRequested?: string;
  /** ISA15: P or T. */
  readonly usage: string;
}

/** What GS says. */
export interface GroupHeader {
  /** GS01, such as HC. */
  readonly functionalId: string;
  readonly sender: string;
  readonly receiver: string;
  /** CCYYMMDD and HHMM. */
  readonly date: string;
  readonly time: string;
  /** GS06. */
  readonly controlNumber: number;
  /** GS08. */
  readonly version: string;
}

/** Shortest GS02 and GS03. */
const CODE_LENGTH = 2;

const line = (elements: readonly string[]): string => `${elements.join('*')}~\n`;

/** ISA13 and IEA02. */
const interchangeNumber = (number: number): string => String(number).padStart(9, '0');

/** Gives ISA of version 00501 with the delimiters `*`, `^`, `:` and `~`. */
export function isaText(header: InterchangeHeader): string {
  const { authorizationQualifier = '00', authorization = '', securityQualifier = '00', security = '', acknowledgmentRequested = '0' } = header;
  return line([
    'ISA',
    authorizationQualifier,
    authorization.padEnd(10),
    securityQualifier,
    security.padEnd(10),
    header.senderQualifier,
    header.sender.trim().padEnd(15),
    header.receiverQualifier,
    header.receiver.trim().padEnd(15),
    header.date.slice(2),
    header.time.slice(0, 4),
    '^',
    '00501',
    interchangeNumber(header.controlNumber),
    acknowledgmentRequested,
    header.usage,
    ':',
  ]);
}

/** Gives IEA. */
export const ieaText = (groups: number, controlNumber: number): string => line(['IEA', String(groups), interchangeNumber(controlNumber)]);

/** Gives GS. */
export function gsText({ functionalId, sender, receiver, date, time, controlNumber, version }: GroupHeader): string {
  return line(['GS', functionalId, sender.padEnd(CODE_LENGTH), receiver.padEnd(CODE_LENGTH), date, time, String(controlNumber), 'X', version]);
}

/** Gives GE. */
export const geText = (transactions: number, controlNumber: number): string => line(['GE', String(transactions), String(controlNumber)]);

/** Writes one interchange, piece by piece: ISA at once, then segments, groups and their transaction sets as they come. */
export class InterchangeWriter {
  readonly segments: SegmentWriter;
  private groups = 0;
  private transactions = 0;
  private group: GroupHeader | undefined;

  constructor(
    private readonly header: InterchangeHeader,
    private readonly out: ByteWriter,
  ) {
    this.segments = new SegmentWriter(out, { refusesControls: true });
    out.text(isaText(header));
  }

  /** Writes a segment of the interchange itself, such as TA1. */
  writeSegment(id: string, elements: readonly ElementValue[]): void {
    this.segments.write(id, elements);
  }

  openGroup(group: GroupHeader): void {
    this.groups++;
    this.transactions = 0;
    this.group = group;
    this.out.text(gsText(group));
  }

  /** Counts a transaction set, which is written with `segments`; gives its number in the group, from 1. */
  countTransaction(): number {
    return ++this.transactions;
  }

  closeGroup(): void {
    if (this.group !== undefined) this.out.text(geText(this.transactions, this.group.controlNumber));
    this.group = undefined;
  }

  close(): void {
    this.closeGroup();
    this.out.text(ieaText(this.groups, this.header.controlNumber));
  }
}
