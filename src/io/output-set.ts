import type { OutputTarget } from './output-target';

/** Opens a file of an output, by what continues the name of the first one: '' for that, `-Lines`. */
export type OpenFile = (file: string) => Promise<OutputTarget>;

/** The files of one conversion, each opened with its first bytes: what converts nothing leaves no file. They appear together or not at all. */
export class OutputSet {
  private readonly targets = new Map<string, OutputTarget>();

  constructor(private readonly open: OpenFile) {}

  /** Writes to a file, by what continues the name of the first one. */
  async write(file: string, bytes: Uint8Array): Promise<void> {
    const target = this.targets.get(file) ?? (await this.open(file));
    this.targets.set(file, target);
    await target.write(bytes);
  }

  /** Brings all files to rest, so that `commit` has little left to do that may fail. */
  async settle(): Promise<void> {
    for (const target of this.targets.values()) await target.settle();
  }

  /** Makes all files visible, once all of them are whole, and returns their paths. */
  async commit(): Promise<readonly string[]> {
    await this.settle();
    const paths: string[] = [];
    for (const [file, target] of this.targets) {
      await target.commit();
      if (target.path !== undefined) paths.push(target.path);
      this.targets.delete(file);
    }
    return paths;
  }

  /** Removes files that were not committed. */
  async discard(): Promise<void> {
    await Promise.all([...this.targets.values()].map((target) => target.discard()));
  }
}
