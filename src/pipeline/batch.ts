import { ByteWriter } from '../common/byte-writer';
import { EdiError } from '../common/edi-error';
import type { Fragment } from '../common/fragment';
import { mistakeIn } from '../common/hook-result';
import type { SourcePlace } from '../common/issue';
import { type CodeDescriptions, MissingCodes } from '../mapping/code-descriptions';
import { readValueRows, type RowPlan, type RowSink } from '../mapping/columns/row-reader';
import type { TableLayout } from '../mapping/columns/table';
import type { Notice, RecordBatch, RecordOrigin } from '../plugin/output.plugin';
import { encodeItem, encodeItemInParts, hasCodes, nameOf, originOf, tableOf, theKernel } from './record-item';
import { isLarge } from './completed-record';
import { inTurns, type Share } from './event-loop-share';
import type { RecordItem } from './record.types';
import { lengthOf, type RecordEntry } from './stream-item';

/** Called when a plugin failed on a record. */
export type FailureListener = (error: EdiError, fileName: string) => void;

const MAX_ROUNDS = 5;

/** The JSON of the records of a batch, one after the other, and where each of them ends. */
interface WrittenBatch {
  readonly out: ByteWriter;
  readonly ends: readonly number[];
  /** Errors of plugins, by the number of their record. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/** Records that are converted when an output requests them. A throw of a plugin becomes an ERROR object in the record's place. */
export class ItemBatch implements RecordBatch {
  private written: WrittenBatch | undefined;
  /** The JSON of a record that is read as an object; made when one is. */
  private objects: ByteWriter | undefined;
  /** The record that was asked for last. */
  private last: RecordItem | undefined;
  private lastIndex = 0;
  /** The entry of that record, and the number of its first. */
  private entry = 0;
  private entryFrom = 0;
  readonly size: number;

  constructor(
    private readonly entries: readonly RecordEntry[],
    private readonly onFailure: FailureListener,
    /** Keys of the members that the output reads; undefined for all. */
    private readonly keys?: ReadonlySet<string>,
  ) {
    this.size = entries.reduce((size, entry) => size + lengthOf(entry), 0);
  }

  /**
   * Writes all records into a scratch buffer, and again if some codes had to be looked up first. After that the codes of the batch are known, and `encodeJson`
   * copies from the buffer. Codes come from small vocabularies, so hardly any batch is written twice.
   */
  async describe(descriptions: CodeDescriptions, scratch: ByteWriter, share: Share): Promise<void> {
    if (!this.entries.some((entry) => entry.kind === 'record' && hasCodes(entry))) return this.writeLarge(scratch, share);
    descriptions.refresh();
    const missing = new MissingCodes();
    for (let round = 1; ; round++) {
      this.written = await this.writeAll(scratch, missing, share);
      // Another conversion may push out what this one has learned, but not for ever.
      if (missing.size === 0 || round === MAX_ROUNDS) return;
      await descriptions.learn(missing);
      missing.clear();
    }
  }

  /** Writes records beforehand that take long, so that others have the event loop meanwhile. */
  async writeLarge(scratch: ByteWriter, share: Share): Promise<void> {
    if (this.entries.some((entry) => entry.kind === 'record' && isLarge(entry))) this.written = await this.writeAll(scratch, undefined, share);
  }

  private async writeAll(out: ByteWriter, missing: MissingCodes | undefined, share: Share): Promise<WrittenBatch> {
    const ends: number[] = [];
    const failures = new Map<number, unknown>();
    out.clear();
    for (const item of this.entries) {
      const start = out.length;
      if (item.kind === 'run') {
        // It has its descriptions.
        ends.push(...Array<number>(item.length).fill(start));
        continue;
      }
      try {
        if (isLarge(item)) for await (const _part of inTurns(encodeItemInParts(item, out, missing), share));
        else encodeItem(item, out, missing, this.keys);
      } catch (cause) {
        if (share.isOver()) throw cause;
        out.length = start;
        failures.set(ends.length, cause);
      } finally {
        ends.push(out.length);
      }
    }
    return { out, ends, failures };
  }

  record(index: number): Readonly<Record<string, unknown>> {
    const out = (this.objects ??= new ByteWriter());
    out.clear();
    this.encodeJson(index, out);
    return asObject(JSON.parse(out.bytes.toString('utf8', 0, out.length)));
  }

  encodeJson(index: number, out: ByteWriter): void {
    const item = this.item(index);
    const { written } = this;
    const start = out.length;
    try {
      if (written === undefined || isWritten(item)) encodeItem(item, out, undefined, this.keys);
      else if (written.failures.has(index)) throw written.failures.get(index);
      else out.append(written.out.bytes, written.ends[index - 1] ?? 0, written.ends[index] ?? 0);
    } catch (cause) {
      out.length = start;
      out.text(JSON.stringify(this.failed(item, cause)));
    }
  }

  encodeAll(separator: Fragment, out: ByteWriter, isBehindLast = false): void {
    let index = 0;
    for (const entry of this.entries) {
      const from = index;
      index += lengthOf(entry);
      const isBehind = isBehindLast || index < this.size;
      if (entry.kind === 'run') {
        entry.appendTo(out, separator, isBehind);
        continue;
      }
      this.encodeJson(from, out);
      if (isBehind) out.raw(separator);
    }
  }

  table(index: number): TableLayout | undefined {
    return tableOf(this.item(index));
  }

  origin(index: number): RecordOrigin {
    return originOf(this.item(index));
  }

  place(index: number): SourcePlace {
    return nameOf(this.item(index)).place;
  }

  readRows(index: number, plan: RowPlan, sink: RowSink): Notice | undefined {
    const item = this.item(index);
    try {
      if ('written' in item) {
        readValueRows(plan, this.valueOf(item), sink);
        return undefined;
      }
      if (item.rows !== undefined && theKernel().readRows(item.rows, plan, sink)) return undefined;
      item.record.readRowsBy(plan).read(item.loop, item.segment, item.context, sink);
      return undefined;
    } catch (cause) {
      return this.failed(item, cause);
    }
  }

  isLarge(index: number): boolean {
    const item = this.item(index);
    return !('written' in item) && item.rows === undefined && isLarge(item);
  }

  *readRowsInParts(index: number, plan: RowPlan, sink: RowSink): Generator<void, Notice | undefined, undefined> {
    const item = this.item(index);
    if ('written' in item || !this.isLarge(index)) return this.readRows(index, plan, sink);
    try {
      yield* item.record.readRowsAlone(plan).readInParts(item.loop, item.segment, item.context, sink);
      return undefined;
    } catch (cause) {
      return this.failed(item, cause);
    }
  }

  private valueOf(item: RecordItem): unknown {
    const out = (this.objects ??= new ByteWriter());
    out.clear();
    encodeItem(item, out, undefined);
    return JSON.parse(out.bytes.toString('utf8', 0, out.length));
  }

  item(index: number): RecordItem {
    if (this.last !== undefined && this.lastIndex === index) return this.last;
    if (index < this.entryFrom) this.entry = this.entryFrom = 0;
    let entry = this.entries[this.entry];
    for (; entry !== undefined && index >= this.entryFrom + lengthOf(entry); entry = this.entries[++this.entry]) this.entryFrom += lengthOf(entry);
    if (entry === undefined) throw new RangeError(`Batch of ${this.size} records has no record ${index}.`);
    this.lastIndex = index;
    return (this.last = entry.kind === 'run' ? entry.at(index - this.entryFrom) : entry);
  }

  private failed(item: RecordItem, cause: unknown): Notice {
    const { name, place } = nameOf(item);
    const { segmentNumber, lineNumber } = place;
    const message = `Plugin ${item.plugin.pluginId} failed on ${name}${mistakeIn(cause)} at segment ${segmentNumber} (line ${lineNumber}); the record is left out.`;
    const error = new EdiError('EDI_PLUGIN_FAILED', message, { cause });
    const { fileName } = originOf(item);
    this.onFailure(error, fileName);
    return { objectType: 'ERROR', code: error.code, message, fileName };
  }
}

/** True for a record that was written while it was read, all of it. */
const isWritten = (item: RecordItem): boolean => !('written' in item) && item.json !== undefined && item.issues === undefined;

/** A record is written as a JSON object. */
function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return value as Readonly<Record<string, unknown>>;
}
