import {
  type ByteWriter,
  Fragment,
  type Notice,
  Output,
  type OutputContext,
  type OutputPlugin,
  type OutputSession,
  type RecordBatch,
} from '../../src/plugin/io';

const OPENING = new Fragment('[\n');
const SEPARATOR = new Fragment(',\n');
const CLOSING = new Fragment('\n]\n');
const EMPTY = new Fragment('[]\n');

/** One JSON array, an element a line; with a key, an object that has the array alone. It is closed after failures too. */
class JsonArraySession implements OutputSession {
  private isEmpty = true;
  private readonly before: Fragment;
  private readonly after: Fragment;

  constructor(key: string | undefined) {
    this.before = new Fragment(key === undefined ? '' : `{${JSON.stringify(key)}:`);
    this.after = new Fragment(key === undefined ? '' : '}\n');
  }

  write(batch: RecordBatch, out: ByteWriter): void {
    for (let i = 0; i < batch.size; i++) {
      this.separate(out);
      batch.encodeJson(i, out);
    }
  }

  notice(notice: Notice, out: ByteWriter): void {
    this.separate(out);
    out.text(JSON.stringify(notice));
  }

  end(out: ByteWriter): void {
    if (this.isEmpty) out.raw(this.before);
    out.raw(this.isEmpty ? EMPTY : CLOSING);
    out.raw(this.after);
  }

  private separate(out: ByteWriter): void {
    if (this.isEmpty) out.raw(this.before);
    out.raw(this.isEmpty ? OPENING : SEPARATOR);
    this.isEmpty = false;
  }
}

/** Records as one JSON array. */
@Output({ id: 'json', contentType: 'application/json', extension: 'json' })
export class JsonOutput implements OutputPlugin {
  /** The parameter `recordsKey` makes an object of the array, with this key. */
  open({ parameters: { recordsKey } }: OutputContext): OutputSession {
    return new JsonArraySession(typeof recordsKey === 'string' ? recordsKey : undefined);
  }
}
