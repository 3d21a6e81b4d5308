import { ByteWriter } from '../common/byte-writer';
import { written } from './chunks';
import type { FileChunk } from './conversion.types';

/** The name of the first file: others continue it. */
export const FIRST_FILE = '';

const NOTHING = (): void => undefined;

/** What an output writes, by file. */
export class OutputFiles {
  private readonly files = new Map<string, ByteWriter>();

  /** `hasFiles` is false where the caller takes the first file only. */
  constructor(readonly hasFiles: boolean) {}

  /** Where a file is written. What is written to a file that the caller does not take is lost, so outputs ask `hasFiles` first. */
  open(name: string): ByteWriter {
    const file = this.files.get(name) ?? new ByteWriter();
    this.files.set(name, file);
    return file;
  }

  /** Remembers what is written so far; calling what it gives takes back everything after it. */
  mark(): () => void {
    if (this.files.size === 0) return NOTHING;
    const lengths = new Map([...this.files.values()].map((file) => [file, file.length]));
    return () => {
      for (const file of this.files.values()) file.length = lengths.get(file) ?? 0;
    };
  }

  /** Gives what was written as chunks, and makes room for the next. */
  *written(reusesChunks: boolean): Generator<FileChunk, void, undefined> {
    for (const [file, out] of this.files) {
      if (file === FIRST_FILE || this.hasFiles) for (const bytes of written(out, reusesChunks)) yield { file, bytes };
    }
  }
}
