import type { FormatLine } from '../plugin/format.plugin';
import type { OutlineRows } from './outline-rows';
import { RowFile } from './row-file';
import type { SegmentIndex } from './segment-index';

/** What lines of a format have in common. */
export type LineKind = Pick<FormatLine, 'id' | 'name' | 'level'>;

const MAX_KINDS = 0xffff;

/** The lines of a file that is not X12, and the records that they begin. */
export class FormatLines {
  private readonly kinds: LineKind[] = [];
  private readonly indexOfKind = new Map<string, number>();
  private readonly rows = new RowFile(2);
  private openUnit: number | undefined;

  constructor(
    private readonly segments: SegmentIndex,
    private readonly outline: OutlineRows,
  ) {}

  add({ byteOffset, length, segmentNumber, id, name, level }: FormatLine): void {
    this.segments.addSpan(byteOffset, length);
    const at = this.rows.add();
    const { bytes } = this.rows;
    bytes.writeUInt16LE(this.kindOf({ id, name, level }), at);
    if (level > 0) return;
    this.end(segmentNumber - 1);
    this.openUnit = segmentNumber;
  }

  /** Ends the record before a line, and the last one at the end of the file. */
  end(last = this.rows.length): void {
    if (this.openUnit !== undefined) this.outline.addUnit({ first: this.openUnit, last, context: 0, kind: 0, amount: Number.NaN });
    this.openUnit = undefined;
  }

  /** The kinds of `count` lines from a number on. */
  kindsOf(from: number, count: number): readonly LineKind[] {
    const rows = this.rows.read(from - 1, count);
    return Array.from({ length: rows.length / 2 }, (_, i) => this.kinds[rows.readUInt16LE(2 * i)] ?? NO_KIND);
  }

  close(): void {
    this.rows.close();
  }

  private kindOf(kind: LineKind): number {
    const known = this.indexOfKind.get(kind.id);
    if (known !== undefined) return known;
    if (this.kinds.length >= MAX_KINDS) return 0;
    this.indexOfKind.set(kind.id, this.kinds.length);
    return this.kinds.push(kind) - 1;
  }
}

const NO_KIND: LineKind = { id: '', name: '', level: 1 };
