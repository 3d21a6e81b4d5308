import { once } from 'node:events';
import { parse } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { sourceName } from '../../io/source-name';
import { checkTemporaryFolder, SpoolFile } from '../../io/spool-file';
import type { Conversion, FileChunk, FilesConversion } from '../../pipeline/conversion.types';

/**
 * Pulls the first chunk of an iterable and returns an iterator over all of them, including the first. An error of the first chunk can still be answered with a
 * status. Closing the iterator closes the iterable, also before anything was taken.
 */
export async function pullFirst<T>(iterable: AsyncIterable<T>): Promise<AsyncIterableIterator<T, undefined>> {
  const chunks = iterable[Symbol.asyncIterator]();
  let first: IteratorResult<T, undefined> | undefined = await chunks.next();
  const replayed: AsyncIterableIterator<T, undefined> = {
    [Symbol.asyncIterator]: () => replayed,
    next: async () => {
      const held = first;
      first = undefined;
      return held ?? chunks.next();
    },
    return: async () => {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
  return replayed;
}

/** Pulls the first chunk of a conversion and returns a stream of all. It pulls a chunk when its reader needs one; destroying it closes the conversion. */
export async function openConversionStream(conversion: Conversion): Promise<Readable> {
  return Readable.from(await pullFirst(conversion), { objectMode: false });
}

/** Buffered bytes of an answer that has no place for an error: most acknowledgments and files fit completely, and fail with a status. */
const BEGINNING_BYTES = 64 * 1024;

/** The same bytes; the first come as one chunk, once there are 64 KB of them or all. */
export async function* holdBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let held: Uint8Array[] | undefined = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (held === undefined) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    length += chunk.length;
    if (length < BEGINNING_BYTES) continue;
    yield Buffer.concat(held);
    held = undefined;
  }
  if (held !== undefined) yield Buffer.concat(held);
}

/** How the files of an archive are called, and when they were made. */
export interface ZipEntries {
  /** The name of a file by what continues the name of the first one, such as `-Lines`. */
  readonly nameOf: (file: string) => string;
  readonly modified: Date;
}

/** Mode of extracted files: only their owner reads them. */
const PRIVATE_FILE = 0o100600;

/**
 * Pulls the first chunk of a conversion and returns a stream of a zip archive of its files. The file that begins first is sent as it is written; an archive
 * holds its files one after the other, so the others wait on disk. Destroying the stream closes the conversion and removes the waiting files. Throws
 * EDI_OUTPUT_FAILED where there is no space for them, while that can still be answered with a status.
 */
export async function openZipStream(conversion: FilesConversion, entries: ZipEntries): Promise<Readable> {
  const chunks = await pullFirst(conversion);
  try {
    await checkTemporaryFolder();
  } catch (error) {
    await chunks.return?.();
    throw error;
  }
  return new ZipAnswer(chunks, entries).output;
}

class ZipAnswer {
  readonly output: PassThrough;
  private readonly zip = new ZipFile();
  private readonly waiting = new Map<string, SpoolFile>();
  /** Source of the files of the archive. */
  private readonly streams: Readable[] = [];

  constructor(
    private readonly chunks: AsyncIterableIterator<FileChunk, undefined>,
    private readonly entries: ZipEntries,
  ) {
    this.output = new PassThrough({ destroy: (error, done) => void this.release().then(() => done(error), done) });
    this.zip.on('error', (error: Error) => this.output.destroy(error));
    this.zip.outputStream.pipe(this.output);
    this.begin().catch((error: unknown) => this.output.destroy(asError(error)));
  }

  private async begin(): Promise<void> {
    const first = await this.chunks.next();
    if (first.done === true) {
      this.zip.end();
      return;
    }
    this.add(first.value.file, this.bytesOfFirst(first.value));
  }

  /** The bytes of the file that begins first. Chunks of other files in between are stored; those files are added after its last byte. */
  private async *bytesOfFirst({ file: firstName, bytes: firstBytes }: FileChunk): AsyncGenerator<Buffer, void, undefined> {
    yield firstBytes;
    for await (const { file, bytes } of this.chunks) {
      // A generator cannot be stopped before it yields, and storing yields nothing.
      if (this.output.destroyed) return;
      if (file === firstName) yield bytes;
      else await (await this.spoolOf(file)).append(bytes);
    }
    for (const [file, spool] of this.waiting) this.add(file, spool.bytes());
    this.zip.end();
  }

  private async spoolOf(file: string): Promise<SpoolFile> {
    const spool = this.waiting.get(file) ?? (await SpoolFile.open());
    this.waiting.set(file, spool);
    return spool;
  }

  private add(file: string, bytes: AsyncGenerator<Buffer>): void {
    const { nameOf, modified: mtime } = this.entries;
    const stream = Readable.from(bytes, { objectMode: false });
    stream.once('error', (error) => this.output.destroy(error));
    this.streams.push(stream);
    this.zip.addReadStream(stream, nameOf(file), { mtime, mode: PRIVATE_FILE });
  }

  /** Waits for running work: the conversion may be storing bytes, or stored bytes may be being read. */
  private async release(): Promise<void> {
    for (const stream of this.streams.filter(({ closed }) => !closed)) {
      stream.destroy();
      await once(stream, 'close');
    }
    await this.chunks.return?.();
    await Promise.all([...this.waiting.values()].map((spool) => spool.close()));
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error('The conversion failed.', { cause: thrown }));

/** Returns what outputs are called after an input: `remit` for `remit.835` and `remit.835.gz`. */
export function nameWithoutExtension(fileName: string): string {
  return parse(sourceName(fileName)).name;
}
