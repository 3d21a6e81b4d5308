import type { EdiSource } from '../../io/edi-source';
import type { InputFile, RequestNote } from '../logging/request-notes';

/** Gives the sources as they are, and notes the name of each and, while it is read, its bytes. `onName` receives the name of each before it is read. */
export async function* noteSources(
  sources: Iterable<EdiSource> | AsyncIterable<EdiSource>,
  note: RequestNote,
  onName?: (name: string) => void,
): AsyncGenerator<EdiSource, void, undefined> {
  for await (const source of sources) {
    onName?.(source.name);
    yield { ...source, open: () => noteBytes(source.open(), source.name, note) };
  }
}

/** Gives the bytes as they are, and notes an input of this name with their count. */
export async function* noteBytes(bytes: AsyncIterable<Uint8Array>, name: string, note: RequestNote): AsyncGenerator<Uint8Array, void, undefined> {
  const input: InputFile = { name, bytes: 0 };
  note.files.push(input);
  for await (const chunk of bytes) {
    input.bytes += chunk.length;
    yield chunk;
  }
}
