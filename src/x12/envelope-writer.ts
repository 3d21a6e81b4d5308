import type { ByteWriter } from '../common/byte-writer';
import { DEFAULT_DELIMITERS, type Delimiters } from './delimiters';
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
  /** ISA11 where it is no separator, such as `U`; default the repetition separator. */
  readonly standardsId?: string;
  /** ISA12; default 00501. */
  readonly version?: string;
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
  /** GS07; default X. */
  readonly agency?: string;
  /** GS08. */
  readonly version: string;
}

/** Shortest GS02 and GS03. */
const CODE_LENGTH = 2;

/** Length of ISA06 and ISA08. */
const IDENTIFIER_LENGTH = 15;

function line(elements: readonly string[], { element, segment, lineBreak = '\n' }: Delimiters): string {
  return elements.join(String.fromCharCode(element)) + String.fromCharCode(segment) + lineBreak;
}

/** An identifier of fixed length; one that is filled up already keeps its blanks. */
const fixedIdentifier = (text: string): string => (text.length === IDENTIFIER_LENGTH ? text : text.trim().padEnd(IDENTIFIER_LENGTH));

/** ISA13 and IEA02. */
const interchangeNumber = (number: number): string => String(number).padStart(9, '0');

/** Gives ISA; by default with the delimiters `*`, `^`, `:` and `~`. */
export function isaText(header: InterchangeHeader, delimiters: Delimiters = DEFAULT_DELIMITERS): string {
  const { authorizationQualifier = '00', authorization = '', securityQualifier = '00', security = '', acknowledgmentRequested = '0' } = header;
  const { component, repetition } = delimiters;
  const elements = [
    'ISA',
    authorizationQualifier,
    authorization.padEnd(10),
    securityQualifier,
    security.padEnd(10),
    header.senderQualifier,
    fixedIdentifier(header.sender),
    header.receiverQualifier,
    fixedIdentifier(header.receiver),
    header.date.slice(2),
    header.time.slice(0, 4),
    header.standardsId ?? (repetition === undefined ? 'U' : String.fromCharCode(repetition)),
    header.version ?? '00501',
    interchangeNumber(header.controlNumber),
    acknowledgmentRequested,
    header.usage,
    String.fromCharCode(component),
  ];
  return line(elements, delimiters);
}

/** Gives IEA. */
export const ieaText = (groups: number, controlNumber: number, delimiters: Delimiters = DEFAULT_DELIMITERS): string =>
  line(['IEA', String(groups), interchangeNumber(controlNumber)], delimiters);

/** Gives GS. */
export function gsText(header: GroupHeader, delimiters: Delimiters = DEFAULT_DELIMITERS): string {
  const { functionalId, sender, receiver, date, time, controlNumber, agency = 'X', version } = header;
  const codes = [sender, receiver].map((code) => code.padEnd(CODE_LENGTH));
  return line(['GS', functionalId, ...codes, date, time, String(controlNumber), agency, version], delimiters);
}

/** Gives GE. */
export const geText = (transactions: number, controlNumber: number, delimiters: Delimiters = DEFAULT_DELIMITERS): string =>
  line(['GE', String(transactions), String(controlNumber)], delimiters);

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
