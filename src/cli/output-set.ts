import type { OpenFile } from './output-plan';
import type { OutputTarget } from '../io/output-target';

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

  /** Makes all files visible, once all of them are whole, and returns their paths. */
  async commit(): Promise<readonly string[]> {
    for (const target of this.targets.values()) await target.settle();
    const paths: string[] = [];
    for (const [file, target] of this.targets) {
      await target.commit();
      if (target.path !== undefined) paths.push(target.path);
      this.targets.delete(file);
    }
    return paths;
  }

  /** Removes what was not made visible. */
  async discard(): Promise<void> {
    await Promise.all([...this.targets.values()].map((target) => target.discard()));
  }
}
