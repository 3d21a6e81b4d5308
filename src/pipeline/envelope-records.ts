import type { LoopDef } from '../guide/guide.types';
import type { TransactionContext } from '../mapping/encode-run';
import { hashEnvelope, idText, RecordIds } from '../mapping/record-ids';
import type { BoundTransactionSet, NamedRecord } from '../plugin/bound-transaction-set';
import type { FunctionalGroup, Interchange } from '../x12/envelope';
import type { Segment } from '../x12/segment';
import type { ItemQueue } from './item-queue';
import type { FileReadingOptions } from './reading-options';
import type { RecordSource } from './record.types';

const NO_LOOPS: ReadonlySet<LoopDef> = new Set();

/** An ISA or GS that is open. */
interface OpenSegment {
  readonly segment: Segment;
  readonly context: TransactionContext;
  /** The plugin that adds it as a record, once it was added. */
  record?: { readonly plugin: RecordSource; readonly record: NamedRecord };
}

/** Adds the envelope of a file as records: control records, or segments for segment trees. Tracks the open ISA and GS. */
export class EnvelopeRecords {
  private interchange: OpenSegment | undefined;
  private group: OpenSegment | undefined;
  private groupId: string | undefined;

  constructor(
    private readonly options: FileReadingOptions,
    private readonly queue: ItemQueue,
    /** The plugin that reads every set, whose records show segments. */
    private readonly anySet: () => BoundTransactionSet | undefined,
  ) {}

  get hasInterchange(): boolean {
    return this.interchange !== undefined;
  }

  openInterchange({ isa }: Interchange): void {
    this.groupId = undefined;
    if (isa === undefined) return;
    const context = this.contextOf(new RecordIds(hashEnvelope(isa), NO_LOOPS));
    this.interchange = { segment: isa, context };
    this.addOpened(this.interchange, this.options.controlRecords.interchange);
  }

  openGroup({ gs, interchange }: FunctionalGroup): void {
    if (gs === undefined) return;
    const ids = new RecordIds(hashEnvelope(interchange.isa, gs), NO_LOOPS);
    const { controlRecords } = this.options;
    this.groupId = idText(ids.ofRecord(controlRecords.loopOf(gs), gs));
    this.group = { segment: gs, context: this.contextOf(ids) };
    this.addOpened(this.group, controlRecords.group);
  }

  /** Adds a segment of the open interchange outside transactions, after ISA, for a plugin that shows segments. */
  addService(segment: Segment): void {
    this.addAsSegments();
    if (this.interchange) this.addSegment(this.interchange, segment);
  }

  closeGroup(ge: Segment): void {
    if (this.group) this.addSegment(this.group, ge);
    this.group = undefined;
    this.groupId = undefined;
  }

  closeInterchange(iea: Segment): void {
    if (this.interchange) this.addSegment(this.interchange, iea);
    this.interchange = undefined;
    this.group = undefined;
  }

  /** Adds ISA and GS before the first transaction of a plugin that has a record for them. */
  addFor(plugin: BoundTransactionSet): void {
    const { envelope: record } = plugin;
    if (record === undefined) return;
    for (const one of [this.interchange, this.group]) {
      if (one === undefined || one.record !== undefined) continue;
      one.record = { plugin, record };
      this.addSegment(one, one.segment);
    }
  }

  /** The context of the records of a transaction set, of which some loops hold records of their own. */
  contextIn({ gs, interchange }: FunctionalGroup, recordLoops: ReadonlySet<LoopDef>): TransactionContext {
    const { group } = this;
    const hash = gs !== undefined && group?.segment === gs ? group.context.ids.hashAround(undefined) : hashEnvelope(interchange.isa, gs);
    return this.contextOf(new RecordIds(hash, recordLoops));
  }

  private contextOf(ids: RecordIds): TransactionContext {
    const { fileName, fileInfo, isTransactionTopLevel, hasControlSegments, descriptions } = this.options;
    return { ids, functionalGroupId: this.groupId, fileName, fileInfo, isTransactionTopLevel, hasControlSegments, descriptions };
  }

  private addOpened({ segment, context }: OpenSegment, record: NamedRecord): void {
    const { asSegments, hasControlSegments, controlRecords } = this.options;
    if (asSegments) return this.addAsSegments();
    if (!hasControlSegments) return;
    this.queue.addRecord({ plugin: controlRecords, record, loop: controlRecords.loopOf(segment), segment, context: { transaction: context } });
  }

  /** ISA and GS as segments, whatever transactions they hold. */
  private addAsSegments(): void {
    const plugin = this.anySet();
    if (plugin) this.addFor(plugin);
  }

  /** Adds a segment if the ISA or GS around it was added. */
  private addSegment({ record, context }: OpenSegment, segment: Segment): void {
    if (record === undefined) return;
    const loop = this.options.controlRecords.loopOf(segment);
    this.queue.addRecord({ ...record, loop, segment, context: { transaction: context } });
  }
}
