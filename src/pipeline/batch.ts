import type { ByteWriter } from '../common/byte-writer';
import { EdiError } from '../common/edi-error';
import type { Notice, RecordBatch } from '../plugin/output.plugin';
import type { RecordItem } from './stream-item';

/** Told of records that a plugin failed on. */
export type FailureListener = (error: EdiError, fileName: string) => void;

/** Records that are converted when an output asks for them. A throw of a plugin becomes an ERROR object in the record's place. */
export class ItemBatch implements RecordBatch {
  constructor(
    private readonly items: readonly RecordItem[],
    private readonly onFailure: FailureListener,
  ) {}

  get size(): number {
    return this.items.length;
  }

  record(index: number): Readonly<Record<string, unknown>> {
    const item = this.item(index);
    try {
      return { ...item.record.bound.read(item.loop, item.segment, 0, item.context) };
    } catch (cause) {
      return this.failed(item, cause);
    }
  }

  encodeJson(index: number, out: ByteWriter): void {
    const item = this.item(index);
    const start = out.length;
    try {
      item.record.bound.encode(item.loop, item.segment, 0, { out, context: item.context });
      if (out.length === start) out.text('{}');
    } catch (cause) {
      out.length = start;
      out.text(JSON.stringify(this.failed(item, cause)));
    }
  }

  private item(index: number): RecordItem {
    const item = this.items[index];
    if (item === undefined) throw new RangeError(`Batch of ${this.items.length} records has no record ${index}.`);
    return item;
  }

  private failed({ plugin, record, segment, context }: RecordItem, cause: unknown): Notice {
    const { segmentNumber, lineNumber } = segment.place;
    const message = `Plugin ${plugin.pluginId} failed on ${record.name} at segment ${segmentNumber} (line ${lineNumber}); the record is left out.`;
    const error = new EdiError('EDI_PLUGIN_FAILED', message, { cause });
    const { fileName } = context.transaction;
    this.onFailure(error, fileName);
    return { objectType: 'ERROR', code: error.code, message, fileName };
  }
}
