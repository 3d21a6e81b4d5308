import {
  type ByteWriter,
  Fragment,
  type Notice,
  Output,
  type OutputContext,
  type OutputPart,
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
  readonly separator = SEPARATOR;
  private isEmpty = true;
  private readonly before: Fragment;
  private readonly after: Fragment;

  constructor(
    key: string | undefined,
    private readonly isPart: boolean,
  ) {
    this.before = new Fragment(key === undefined ? '' : `{${JSON.stringify(key)}:`);
    this.after = new Fragment(key === undefined ? '' : '}\n');
  }

  write(batch: RecordBatch, out: ByteWriter): void {
    this.separate(out);
    batch.encodeAll(SEPARATOR, out);
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

  /** A part begins with a separator, which the first element of an array does not have. */
  part(): OutputPart {
    return {};
  }

  join(_part: OutputPart, out: ByteWriter): number {
    if (!this.isEmpty) return 0;
    this.separate(out);
    return SEPARATOR.bytes.length;
  }

  private separate(out: ByteWriter): void {
    const isFirst = this.isEmpty && !this.isPart;
    if (isFirst) out.raw(this.before);
    out.raw(isFirst ? OPENING : SEPARATOR);
    this.isEmpty = false;
  }
}

/** Records as one JSON array. */
@Output({ id: 'json', contentType: 'application/json', extension: 'json', joins: true, parameters: { recordsKey: 'string' } })
export class JsonOutput implements OutputPlugin {
  /** The parameter `recordsKey` makes an object of the array, with this key. */
  open({ parameters: { recordsKey }, isPart }: OutputContext): OutputSession {
    return new JsonArraySession(typeof recordsKey === 'string' ? recordsKey : undefined, isPart);
  }
}
