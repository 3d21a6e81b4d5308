import type { Readable } from 'node:stream';
import type { EdiSource } from './edi-source';
import type { ByteListener } from './file-source';
import { inflateIfGzip } from './inflate';

/** Returns a stream of bytes, such as standard input, as a source that is inflated when it is gzip data. Closing it destroys the stream. */
export function streamSource(name: string, stream: Readable, onBytes?: ByteListener): EdiSource {
  return { name, open: () => inflateIfGzip(readStream(stream, onBytes)) };
}

async function* readStream(stream: Readable, onBytes: ByteListener | undefined): AsyncGenerator<Buffer> {
  const bytes: AsyncIterable<Buffer> = stream;
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}
