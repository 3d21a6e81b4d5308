import { ByteWriter, Fragment } from '../../src/plugin/io';

const [BUNDLE, BUNDLE_END] = [new Fragment('{"resourceType":"Bundle","type":"transaction","entry":['), new Fragment(']}\n')];

/** Writes the lines of resources that the machine made, or Bundles: then they are entries, each with a comma before it. */
export class ResourceWriter {
  /** Where resources are written. */
  out = new ByteWriter(0);
  /** Ids of shared resources in the current Bundle. */
  private readonly ids = new Set<string>();
  private isOpen = false;

  constructor(readonly isBundled: boolean) {}

  /** True for a shared resource that the Bundle does not have yet. */
  addToBundle(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    return true;
  }

  /** Writes bytes of lines. */
  write(bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    let from = start;
    if (this.isBundled && !this.isOpen) {
      this.out.raw(BUNDLE);
      this.isOpen = true;
      from++;
    }
    this.out.append(bytes, from, end);
  }

  /** Ends the Bundle of a record. */
  endRecord(): void {
    if (!this.isBundled) return;
    if (this.isOpen) this.out.raw(BUNDLE_END);
    this.clear();
  }

  /** Gives up a Bundle whose bytes are removed. */
  clear(): void {
    this.isOpen = false;
    this.ids.clear();
  }
}
