import { once } from 'node:events';
import { parse } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { sourceName } from '../../io/source-name';
import { SpoolFile } from '../../io/spool-file';
import type { FileChunk, FilesConversion } from '../../pipeline/conversion.types';
import { pullFirst } from './answer-stream';

/** How the files of an archive are called, and when they were made. */
export interface ZipEntries {
  /** The name of a file by what continues the name of the first one, such as `-Lines`. */
  readonly nameOf: (file: string) => string;
  readonly modified: Date;
}

/** What programs that unpack give the files: only their owner reads them. */
const PRIVATE_FILE = 0o100600;

/**
 * Pulls the first chunk of a conversion and gives a stream of a zip archive of its files. The file that begins first goes out as it is
 * written; an archive has its files one after the other, so the others wait on disk. Destroying the stream closes the
 * conversion and removes what waits.
 */
export async function openZipStream(conversion: FilesConversion, entries: ZipEntries): Promise<Readable> {
  return new ZipAnswer(await pullFirst(conversion), entries).output;
}

class ZipAnswer {
  readonly output: PassThrough;
  private readonly zip = new ZipFile();
  private readonly waiting = new Map<string, SpoolFile>();
  /** What the archive reads its files from. */
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

  /** The bytes of the file that begins first. What comes for others in between is put aside; behind the last byte they are added. */
  private async *bytesOfFirst({ file: firstName, bytes: firstBytes }: FileChunk): AsyncGenerator<Buffer, void, undefined> {
    yield firstBytes;
    for await (const { file, bytes } of this.chunks) {
      // Nobody stops a generator before it yields, and putting aside yields nothing.
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

  /** What is under way is waited for: the conversion may be putting bytes aside, or bytes that waited may be being read. */
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

/** Gives what outputs are called after an input: `remit` for `remit.835` and `remit.835.gz`. */
export function nameWithoutExtension(fileName: string): string {
  return parse(sourceName(fileName)).name;
}
