import { type ByteWriter, Fragment, type Notice, Output, type OutputPlugin, type OutputSession, type RecordBatch } from '../../src/plugin';

const OPENING = new Fragment('[\n');
const SEPARATOR = new Fragment(',\n');
const CLOSING = new Fragment('\n]\n');
const EMPTY = new Fragment('[]\n');

/** One JSON array, an element a line. It is closed after failures too. */
class JsonArraySession implements OutputSession {
  private isEmpty = true;

  begin(): void {
    this.isEmpty = true;
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
    out.raw(this.isEmpty ? EMPTY : CLOSING);
  }

  private separate(out: ByteWriter): void {
    out.raw(this.isEmpty ? OPENING : SEPARATOR);
    this.isEmpty = false;
  }
}

/** Records as one JSON array. */
@Output({ id: 'json', contentType: 'application/json', extension: 'json' })
export class JsonOutput implements OutputPlugin {
  open(): OutputSession {
    return new JsonArraySession();
  }
}
