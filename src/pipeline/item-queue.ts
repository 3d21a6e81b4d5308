import { EdiError } from '../common/edi-error';
import type { LoopNode } from '../guide/loop-node';
import type { SegmentHolder } from '../guide/loop-walker';
import { UNIT } from '../kernel/layout';
import type { Chunk, Segment } from '../x12/segment';
import type { FileValidation } from './file-validation';
import type { LoopRecordItem } from './record.types';
import type { StreamItem } from './stream-item';
import { type FoundLater, type WalkedRecords, WrittenRecord, WrittenRun } from './written-run';

/** More findings around records are not held back until the next record. */
const MAX_FINDINGS = 500;

/** A record that is complete, before it is weighed. */
export type CompleteRecord = Omit<LoopRecordItem, 'kind' | 'weight' | 'bytes'>;

/** Counts the bytes of input that held segments refer to: each is a view of its chunk, so that one of them holds all of it. */
export class HeldBytes implements SegmentHolder {
  bytes = 0;
  /** Bytes of the segments alone. */
  ownBytes = 0;
  private chunk: Chunk | undefined;

  hold(segment: Segment): void {
    this.ownBytes += segment.byteLength;
    this.holdChunk(segment.chunk);
  }

  /** Holds segments of a chunk without looking at each. */
  holdAll(chunk: Chunk, ownBytes: number): void {
    this.ownBytes = ownBytes;
    if (ownBytes > 0) this.holdChunk(chunk);
  }

  private holdChunk(chunk: Chunk): void {
    if (chunk === this.chunk) return;
    this.chunk = chunk;
    this.bytes += chunk.bytes.length;
  }
}

/** Facts about the file being read. */
export interface QueuedFile {
  readonly counts: { readonly segments: number };
  readonly maxRecordBytes: number;
  readonly validation: FileValidation | undefined;
}

/**
 * The items that a file has completed, in the order of the input, until they are taken. Findings around records come before the record that follows them.
 * Weighs each record by the segments and bytes that were read for it.
 */
export class ItemQueue {
  private items: StreamItem[] = [];
  /** Segments read when the last record was added. */
  weighed = 0;
  /** The number of the segment after which the record begins that is being read. */
  private recordAfter = 0;
  readonly held = new HeldBytes();
  /** The object of the findings, if it is a whole transaction set or a part of one that was cut. */
  within: LoopNode | undefined;

  constructor(private readonly file: QueuedFile) {}

  add(item: Exclude<StreamItem, LoopRecordItem>): void {
    this.items.push(item);
  }

  /** Bytes of the record that is complete now, by its segments. */
  bytesOf(loop: LoopNode): number {
    return this.held.ownBytes + sharedBytesOf(loop);
  }

  /** Adds the record of a transaction set, which comes before those of its units: its input counts for them. */
  addHead(item: CompleteRecord): void {
    this.addFindings(item.segment.segmentNumber);
    this.items.push(itemOf(item, 1, 0));
  }

  /** Adds a record that is complete now. Throws EDI_TRANSACTION_TOO_LARGE. */
  addRecord(item: CompleteRecord): void {
    this.addFindings(item.segment.segmentNumber);
    const bytes = this.bytesOf(item.loop);
    this.items.push(itemOf(item, this.weigh(bytes), bytes));
  }

  /** Adds the record of a unit that is written already, with what was found in it. Throws EDI_TRANSACTION_TOO_LARGE. */
  addWritten(walked: WalkedRecords, unit: number, found?: FoundLater): void {
    const { units, loops } = walked;
    this.addFindings(loops.list.firstNumber + units.segment(unit, UNIT.FROM));
    const weight = this.weigh(units.bytes(unit));
    const last = this.items.at(-1);
    if (found !== undefined) this.items.push(new WrittenRecord(walked, unit, weight, found));
    else if (last?.kind !== 'run' || !last.extend(walked, unit)) this.items.push(new WrittenRun(walked, unit, weight));
  }

  /** A record of so many bytes is complete; gives the segments that were read for it. */
  private weigh(bytes: number): number {
    this.checkBytes(this.held.bytes - this.held.ownBytes + bytes);
    this.releaseHeld();
    const before = this.weighed;
    this.weighed = this.file.counts.segments;
    return this.weighed - before;
  }

  /** Adds the findings around records: all of them, or those up to a segment. */
  addFindings(before?: number): void {
    const findings = this.file.validation?.takeAround(before);
    if (findings) this.items.push({ kind: 'findings', findings, within: this.within });
  }

  /** Emits findings that have become many. Called after a segment, so that their order does not depend on the pieces in which the input arrives. */
  releaseFindings(validation: FileValidation): void {
    if (validation.aroundSize > MAX_FINDINGS) this.addFindings();
  }

  take(): StreamItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  /** The input so far is complete: records hold it until they are written. */
  releaseHeld(): void {
    this.held.bytes = 0;
    this.held.ownBytes = 0;
    this.recordAfter = this.file.counts.segments;
  }

  /** Throws EDI_TRANSACTION_TOO_LARGE for a record of too many bytes; by default for the one that is being read. */
  checkBytes(bytes = this.held.bytes): void {
    const { maxRecordBytes } = this.file;
    if (bytes <= maxRecordBytes) return;
    throw tooLarge(`The claim, payment or member of the transaction set after segment ${this.recordAfter}`, `${maxRecordBytes} bytes`);
  }
}

/** One shape for all records, which spreading would not create. */
function itemOf({ plugin, record, loop, segment, context, findings, unread, look, rest }: CompleteRecord, weight: number, bytes: number): LoopRecordItem {
  return { kind: 'record', plugin, record, loop, segment, context, findings, unread, look, rest, weight, bytes };
}

/** Bytes of the loops around a record that it shows. */
function sharedBytesOf({ parent }: LoopNode): number {
  let bytes = 0;
  for (let node = parent; node !== undefined; node = node.parent) bytes += node.sharedBytes;
  return bytes;
}

/** The error of something that is held in memory and has more than a limit. */
export function tooLarge(what: string, limit: string): EdiError {
  const message = `${what} has more than ${limit}; the rest of the file is not read. Is the end of it missing?`;
  return new EdiError('EDI_TRANSACTION_TOO_LARGE', message);
}
