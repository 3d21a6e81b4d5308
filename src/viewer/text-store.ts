import { RowFile } from './row-file';

const CHUNK_BYTES = 64;

/** Texts of any length on disk, by the place that `add` returned. */
export class TextStore {
  private readonly rows = new RowFile(CHUNK_BYTES);

  /** Stores a text; returns its first row and its length in bytes. */
  add(text: string): { readonly row: number; readonly length: number } {
    const content = Buffer.from(text);
    const row = this.rows.length;
    for (let from = 0; from < content.length; from += CHUNK_BYTES) {
      const at = this.rows.add();
      const { bytes } = this.rows;
      content.copy(bytes, at, from, Math.min(content.length, from + CHUNK_BYTES));
    }
    return { row, length: content.length };
  }

  get(row: number, length: number): string {
    return this.rows.read(row, Math.ceil(length / CHUNK_BYTES)).toString('utf8', 0, length);
  }

  close(): void {
    this.rows.close();
  }
}
