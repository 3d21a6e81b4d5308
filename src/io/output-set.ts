import type { OutputTarget } from './output-target';

/** Opens a file of an output, by what continues the name of the first one: '' for that, `-Lines`. */
export type OpenFile = (file: string) => Promise<OutputTarget>;

/** A file of an output. */
export interface OutputFile {
  readonly path: string;
  readonly bytes: number;
}

/** The files of one conversion, each opened with its first bytes: what converts nothing leaves no file. They appear together or not at all. */
export class OutputSet {
  private readonly targets = new Map<string, OutputTarget>();
  private readonly written = new Map<OutputTarget, number>();

  constructor(private readonly open: OpenFile) {}

  /** Writes to a file, by what continues the name of the first one. */
  async write(file: string, bytes: Uint8Array): Promise<void> {
    const target = this.targets.get(file) ?? (await this.open(file));
    this.targets.set(file, target);
    this.written.set(target, (this.written.get(target) ?? 0) + bytes.length);
    await target.write(bytes);
  }

  /** The files that have paths and are not committed yet. */
  get files(): readonly OutputFile[] {
    return [...this.targets.values()].flatMap((target) => (target.path === undefined ? [] : [{ path: target.path, bytes: this.written.get(target) ?? 0 }]));
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
