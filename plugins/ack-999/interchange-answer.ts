import { dates, type Segment } from '../../src/plugin';
import { type AcknowledgmentContext, type Interchange, type InterchangeHeader, InterchangeWriter, type Issue } from '../../src/plugin/io';
import { interchangeCodeOf, INTERCHANGE_CODE } from './error-codes';
import { digits, fitted } from './fit';

/** Qualifiers that the guides allow in ISA05 and ISA07. */
const QUALIFIERS: ReadonlySet<string> = new Set(['01', '14', '20', '27', '28', '29', '30', '33', 'ZZ']);
const MUTUALLY_DEFINED = 'ZZ';

const ID_LENGTH = 15;

/**
 * The answer to one interchange. The 999s of its groups are in one interchange, which begins with the first of them. TA1 is in an interchange of its own after
 * it, because errors of an interchange are known at its end.
 */
export class InterchangeAnswer {
  /** True when it holds acknowledgments, which are not answered. */
  hasAcknowledgments = false;
  /** True when it holds groups of other kinds. */
  hasOthers = false;
  /** True when one of its groups was accepted, whole or in part. */
  hasAccepted = false;
  private writer: InterchangeWriter | undefined;
  private code: string = INTERCHANGE_CODE.none;

  constructor(
    private readonly received: Interchange,
    private readonly context: AcknowledgmentContext,
  ) {}

  /** The interchange that 999s are written into. */
  openWriter(): InterchangeWriter {
    return (this.writer ??= new InterchangeWriter(this.header(), this.context.out));
  }

  /** TA1 has room for one error: the first counts. */
  report(issue: Issue): void {
    if (this.code === INTERCHANGE_CODE.none) this.code = interchangeCodeOf(issue) ?? INTERCHANGE_CODE.none;
  }

  close(iea: Segment | undefined): void {
    this.writer?.close();
    if (iea === undefined && this.code === INTERCHANGE_CODE.none) this.code = INTERCHANGE_CODE.ended;
    const { isa } = this.received;
    if (isa === undefined || (this.hasAcknowledgments && !this.hasOthers)) return;
    if (this.code !== INTERCHANGE_CODE.none || isa.element(14) === '1') this.writeReceipt(isa);
  }

  /** TA1: A without errors; E when a group was accepted anyway, so that nobody sends it again; else R. */
  private writeReceipt(isa: Segment): void {
    const { code, context } = this;
    const status = code === INTERCHANGE_CODE.none ? 'A' : this.hasAccepted ? 'E' : 'R';
    const writer = new InterchangeWriter(this.header(), context.out);
    const date = isDay(isa, 9) ? isa.element(9) : context.date.slice(2);
    const time = /^([01]\d|2[0-3])[0-5]\d$/.test(isa.element(10)) ? isa.element(10) : context.time;
    writer.writeSegment('TA1', [digits(isa.element(13), 9, '0').padStart(9, '0'), date, time, status, code]);
    writer.close();
  }

  /** Sender and receiver change places. */
  private header(): InterchangeHeader {
    const { isa } = this.received;
    const { date, time, newControlNumber } = this.context;
    const element = (number: number): string => isa?.element(number) ?? '';
    return {
      senderQualifier: qualifier(element(7)),
      sender: fitted(element(8), ID_LENGTH),
      receiverQualifier: qualifier(element(5)),
      receiver: fitted(element(6), ID_LENGTH),
      date,
      time,
      controlNumber: newControlNumber(),
      usage: element(15) === 'T' ? 'T' : 'P',
    };
  }
}

const qualifier = (code: string): string => (QUALIFIERS.has(code) ? code : MUTUALLY_DEFINED);

const isDay = (isa: Segment, element: number): boolean => isa.has(element) && dates.readDate6(isa.chunk.bytes, isa.start(element), isa.end(element)) >= 0;
