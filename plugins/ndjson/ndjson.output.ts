import { Output, type OutputPlugin, type OutputSession } from '../../src/plugin/io';

const LINE_FEED = 0x0a;

/** Records as JSON Lines: each on a line of its own, without an array around them. */
@Output({ id: 'ndjson', contentType: 'application/x-ndjson', extension: 'ndjson', joins: true })
export class NdjsonOutput implements OutputPlugin {
  open(): OutputSession {
    return {
      write: (batch, out) => {
        for (let i = 0; i < batch.size; i++) {
          batch.encodeJson(i, out);
          out.byte(LINE_FEED);
        }
      },
      notice: (notice, out) => out.text(`${JSON.stringify(notice)}\n`),
      part: () => ({}),
    };
  }
}
