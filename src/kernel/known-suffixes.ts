import type { Fragment } from '../common/fragment';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import type { Kernel } from './kernel';
import { DESCRIBED } from './layout';

/** Bytes for the texts of described codes. When they are full, all are forgotten: those that are still met come back. */
const TEXT_BYTES = 1 << 20;

/** A longer text is written by the host each time. */
const MAX_SUFFIX_BYTES = 1 << 12;

const ALIGNMENT = 16;

/** What stands behind codes in JSON when descriptions are on, in the memory of the kernel, which then need not ask for it. */
export class KnownSuffixes {
  private table = 0;
  private texts = 0;
  private end = 0;
  private source: CodeDescriptions | undefined;
  private epoch = 0;

  constructor(private readonly kernel: Kernel) {}

  /** Says whose descriptions the next record has. Those of others, or of before they were looked up anew, are forgotten. */
  use(source: CodeDescriptions | undefined): void {
    if (source === undefined || (source === this.source && source.epoch === this.epoch)) return;
    this.source = source;
    this.epoch = source.epoch;
    this.clear();
  }

  /** Keeps the suffix of a code of a list, which is where the kernel has it. */
  keep(list: number, start: number, end: number, { bytes, length }: Fragment): void {
    const { kernel } = this;
    const slot = kernel.run.slotOf(list, start, end);
    if (slot === 0 || length > MAX_SUFFIX_BYTES) return;
    if (this.end + length + 2 * ALIGNMENT > this.texts + TEXT_BYTES) this.clear();
    kernel.ints[this.end >> 2] = length;
    kernel.bytes.set(bytes, this.end + 4);
    kernel.run.describe(slot, list, start, end, this.end);
    this.end = (this.end + length + 4 + ALIGNMENT) & -ALIGNMENT;
  }

  private clear(): void {
    const { kernel } = this;
    if (this.table === 0) {
      this.table = kernel.allocate(DESCRIBED.SLOTS * DESCRIBED.SIZE);
      this.texts = kernel.allocate(TEXT_BYTES);
      kernel.run.describeFrom(this.table);
    }
    kernel.bytes.fill(0, this.table, this.table + DESCRIBED.SLOTS * DESCRIBED.SIZE);
    this.end = this.texts;
  }
}
