import type { MadeReference } from './mapping/element';

/** References that one generation remembers for each table. Two generations of ten tables need a few megabytes at most. */
const MAX_GENERATION = 64;

/** A longer value is not remembered. */
const MAX_JSON_LENGTH = 4096;

/** Remembers resources by the JSON that they were made of, in two generations: the older one is forgotten when the younger is full. */
export class MadeReferences {
  private young = new Map<string, MadeReference>();
  private old = new Map<string, MadeReference>();

  get(json: string): MadeReference | undefined {
    const known = this.young.get(json);
    if (known !== undefined) return known;
    const older = this.old.get(json);
    if (older !== undefined) this.set(json, older);
    return older;
  }

  set(json: string, made: MadeReference): void {
    if (json.length > MAX_JSON_LENGTH) return;
    if (this.young.size === MAX_GENERATION) [this.young, this.old] = [new Map<string, MadeReference>(), this.young];
    this.young.set(json, made);
  }
}
