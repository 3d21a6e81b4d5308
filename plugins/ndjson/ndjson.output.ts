import { Fragment, Output, type OutputPlugin, type OutputSession } from '../../src/plugin/io';

const LINE_FEED = new Fragment('\n');

/** Records as JSON Lines: each on a line of its own, without an array around them. */
@Output({ id: 'ndjson', contentType: 'application/x-ndjson', extension: 'ndjson', joins: true, parameters: {} })
export class NdjsonOutput implements OutputPlugin {
  open(): OutputSession {
    return {
      separator: LINE_FEED,
      write: (batch, out) => batch.encodeAll(LINE_FEED, out, true),
      notice: (notice, out) => out.text(`${JSON.stringify(notice)}\n`),
      part: () => ({}),
    };
  }
}
