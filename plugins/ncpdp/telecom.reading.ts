import { EdiError } from '../../src/plugin';
import {
  type FormatLine,
  type FormatReadContext,
  type FormatReading,
  type FormatRecord,
  type Issue,
  type RuleFacts,
  type SourcePlace,
} from '../../src/plugin/io';
import { BatchCheck } from './batch-check';
import type { Dictionary, FixedRecord } from './dictionary.types';
import { EncodePlans } from './segment-plan';
import { TelecomText } from './telecom-text';
import { encodeBatchRecord, type SharedTransmission, TransactionEncoder } from './transaction-encoder';
import { MAX_TRANSACTIONS, type TelecomSegment, type Transmission, TransmissionReader, trimmedEnd } from './transmission';
import { TransmissionCheck } from './transmission-check';
import { linesIn, type Unit } from './unit-splitter';

/** Keys of the records of a batch. */
export const BATCH_HEADER = 'batch_header';
export const BATCH_TRAILER = 'batch_trailer';

/** Id of the line that begins a transmission. */
export const TRANSMISSION_HEADER = 'transaction_header';

/** Positions in the bytes of a unit. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A long value weighs like segments do: batches are bounded by the bytes that their records hold, too. */
const BYTES_PER_SEGMENT = 1_024;

/** A batch record counts as one segment. */
const BATCH_RECORD_WEIGHT = 1;

/** Reads one file of Telecom text: bytes to units, units to transactions. */
export class TelecomReading implements FormatReading {
  readonly counts = { segments: 0, transactions: 0 };
  private readonly plans: EncodePlans;
  private readonly text: TelecomText;
  private readonly transmissions: TransmissionReader;
  private readonly encoder: TransactionEncoder;
  private readonly batch: BatchCheck;
  private hasUnit = false;
  /** Bytes skipped before the first unit: if no unit comes, nothing was read. */
  private lostBefore: Issue | undefined;

  constructor(
    private readonly dictionary: Dictionary,
    private readonly context: FormatReadContext,
  ) {
    this.plans = new EncodePlans(dictionary, context.describesCodes);
    this.transmissions = new TransmissionReader(dictionary);
    this.encoder = new TransactionEncoder(this.plans);
    this.batch = new BatchCheck(dictionary.batch, (rule, issue) => this.report(rule, issue));
    this.text = new TelecomText(
      { onUnit: (unit) => this.takeUnit(unit), onLost: (place, length) => this.reportLost({ ...place, segmentNumber: this.counts.segments }, length) },
      context.maxUnitBytes,
    );
  }

  write(bytes: Buffer): void {
    this.text.write(bytes);
  }

  end(): void {
    this.text.end();
    this.batch.end();
    if (this.hasUnit) return;
    if (this.lostBefore) throw new EdiError('EDI_NOT_EDI', 'No header of a transmission and no record of a batch stands where Telecom text should begin.');
    throw new EdiError('EDI_EMPTY_INPUT', 'The input is empty, or has nothing but blanks and line breaks.');
  }

  private takeUnit(unit: Unit): void {
    if (!this.hasUnit && this.lostBefore) this.context.sink.issue(this.lostBefore);
    this.hasUnit = true;
    if (unit.isCut) this.reportCut(unit);
    if (unit.kind === 'header' || unit.kind === 'trailer') this.takeBatchRecord(unit);
    else this.takeTransmission(unit);
  }

  private takeBatchRecord(unit: Unit): void {
    const { header, trailer } = this.dictionary.batch;
    this.counts.segments++;
    const place = this.placeOf(unit, this.counts.segments);
    if (unit.kind === 'header') this.batch.open(unit, place);
    else this.batch.close(unit, place);
    const [key, layout] = unit.kind === 'header' ? [BATCH_HEADER, header] : [BATCH_TRAILER, trailer];
    this.showLine(unit, place.segmentNumber, { id: key, name: key, level: 0, start: unit.start, end: unit.end });
    this.reportSkipped(unit, place, [unit.start + layout.length, trimmedEnd(unit.bytes, unit.start, unit.end)]);
    if (!this.context.hasControlRecords) return;
    this.context.sink.record(this.batchRecord(unit, key, layout, place), []);
  }

  private batchRecord(unit: Unit, key: string, layout: FixedRecord, place: SourcePlace): FormatRecord {
    const { plans } = this;
    return { name: key, place, weight: BATCH_RECORD_WEIGHT, hasRows: false, encodeJson: (out) => encodeBatchRecord(out, unit, key, layout, plans) };
  }

  private takeTransmission(unit: Unit): void {
    const { encoder } = this;
    const { sink, isOn } = this.context;
    const transmission = this.transmissions.read(unit);
    const before = this.counts.segments;
    if (unit.kind === 'detail') this.batch.count();
    const place = this.placeOf(unit, before + 1);
    this.counts.segments += 1 + transmission.segments.length;
    this.showLines(transmission, before);
    if (transmission.header === undefined) return this.reportSkipped(unit, place, [unit.start, unit.end]);
    for (const range of transmission.lost) this.reportSkipped(unit, place, range);
    this.reportBeyond(transmission, place);
    const check = isOn && new TransmissionCheck(transmission, before, { dictionary: this.dictionary, plans: this.plans, isOn });
    const shared: SharedTransmission = { of: transmission, text: undefined };
    const sharedWeight = 1 + weightOf(transmission.shared);
    for (const transaction of transmission.transactions) {
      this.counts.transactions++;
      const weight = sharedWeight + weightOf(transaction.segments);
      sink.record({ name: 'transaction', place, weight, encodeJson: (out) => encoder.encode(out, shared, transaction) }, check?.issuesOf(transaction) ?? []);
    }
  }

  private showLines({ unit, headerEnd, segments }: Transmission, before: number): void {
    if (this.context.sink.line === undefined) return;
    const header = { id: TRANSMISSION_HEADER, name: TRANSMISSION_HEADER, level: 0, start: unit.start, end: segments.length === 0 ? unit.end : headerEnd };
    this.showLine(unit, before + 1, header);
    segments.forEach(({ id, def, start, end }, i) => this.showLine(unit, before + 2 + i, { id, name: def?.name ?? '', level: 1, start, end }));
  }

  private showLine(
    { offsetOf }: Unit,
    segmentNumber: number,
    { start, end, ...line }: Omit<FormatLine, 'segmentNumber' | 'byteOffset' | 'length'> & Range,
  ): void {
    const byteOffset = offsetOf(start);
    this.context.sink.line?.({ ...line, segmentNumber, byteOffset, length: offsetOf(end) - byteOffset });
  }

  private placeOf({ lineNumber, start, offsetOf }: Unit, segmentNumber: number): SourcePlace {
    return { lineNumber, byteOffset: offsetOf(start), segmentNumber };
  }

  private report(rule: RuleFacts, issue: Omit<Issue, 'issueType' | 'ruleId'>): void {
    if (this.context.isOn?.(rule) ?? true) this.context.sink.issue({ issueType: rule.issueType, ruleId: rule.id, ...issue });
  }

  private reportLost(place: SourcePlace, length: number, what = 'that are in no field'): void {
    const message = `Skipped ${length} bytes ${what} (from byte ${place.byteOffset} on)`;
    const issue: Issue = { issueType: 'INVALID', message, place, dataLoss: true };
    if (this.hasUnit) this.context.sink.issue(issue);
    else this.lostBefore ??= issue;
  }

  private reportBeyond({ unit, bytes, beyond, segments }: Transmission, place: SourcePlace): void {
    if (beyond === undefined) return;
    const lineNumber = place.lineNumber + linesIn(bytes, unit.start, beyond.start);
    const from = { lineNumber, segmentNumber: place.segmentNumber + segments.length };
    this.reportSkipped(unit, from, [beyond.start, beyond.end], `after transaction ${MAX_TRANSACTIONS} of a transmission, which may have no more`);
  }

  /** Reports a range of a unit. */
  private reportSkipped({ offsetOf }: Unit, place: Omit<SourcePlace, 'byteOffset'>, [start, end]: readonly [number, number], what?: string): void {
    if (end > start) this.reportLost({ ...place, byteOffset: offsetOf(start) }, offsetOf(end) - offsetOf(start), what);
  }

  /** A record without ETX is read up to its end; at the end of the input a part of it is missing. */
  private reportCut(unit: Unit): void {
    const place = this.placeOf(unit, this.counts.segments + 1);
    const message = `A record begins (byte ${place.byteOffset}) and does not end with ETX`;
    if (unit.end < unit.bytes.length) this.batch.cut(place, message);
    else this.context.sink.issue({ issueType: 'CONTROL', message, place, dataLoss: true, errorCode: 'EDI_INPUT_ENDED' });
  }
}

function weightOf(segments: readonly TelecomSegment[]): number {
  const bytes = (segments.at(-1)?.end ?? 0) - (segments[0]?.start ?? 0);
  return segments.length + Math.floor(bytes / BYTES_PER_SEGMENT);
}
