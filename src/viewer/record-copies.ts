import { ByteWriter } from '../common/byte-writer';
import type { EdiSource } from '../io/edi-source';
import type { EngineContext } from '../pipeline/context';
import { openReading } from '../pipeline/open-reading';
import { itemStages } from '../pipeline/operators';
import { type OpenFile, readSources, type Sink } from '../pipeline/read-sources';
import { encodeItem } from '../pipeline/record-item';
import { beginRun, type Run } from '../pipeline/run';
import type { StreamItem } from '../pipeline/stream-item';

/** Receives the last record of each transaction set, by its index; undefined for one that has none. */
export type LastRecordListener = (index: number, record: unknown) => void;

/** Converts EDI of many transaction sets, one after the other. Codes are not described. `text` is pulled as it is converted. */
export async function readLastRecords(
  context: EngineContext,
  text: Iterable<string>,
  options: { readonly objects: string; readonly signal: AbortSignal },
  onRecord: LastRecordListener,
): Promise<void> {
  const run = beginRun(context, options);
  const sink = new LastRecords(run, onRecord);
  const source: EdiSource = { name: '', open: () => bytesOf(text) };
  for await (const _result of readSources(sink, run, itemStages(sink, run))([source]));
}

class LastRecords implements Sink<OpenFile, never> {
  private readonly out = new ByteWriter();
  private last: unknown;
  private count = 0;

  constructor(
    private readonly run: Run,
    private readonly onRecord: LastRecordListener,
  ) {}

  open(source: EdiSource): OpenFile {
    const { objects } = this.run.options;
    return { fileName: source.name, reading: openReading(source, this.run, undefined, { objects }), validation: undefined };
  }

  take(items: readonly StreamItem[]): readonly never[] {
    for (const item of items) {
      if (item.kind === 'record') {
        this.out.clear();
        encodeItem(item, this.out, undefined);
        this.last = JSON.parse(this.out.bytes.toString('utf8', 0, this.out.length));
      }
      if (item.kind !== 'transaction end') continue;
      this.onRecord(this.count++, this.last);
      this.last = undefined;
    }
    return [];
  }

  /** What was read before the failure has its records. */
  fail(): readonly never[] {
    return [];
  }
}

async function* bytesOf(text: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const piece of text) yield Buffer.from(piece);
}
