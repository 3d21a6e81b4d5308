import { JsonPath } from '../../mapping/writing/write-run';

/** Number of stored paths: several for each remembered segment, since the paths of the objects around it are stored too. */
const KEPT = 1 << 18;
const NONE = -1;

/** Stores the last paths as numbers: paths as objects would outlive the objects that they are about, and the collector would have to move all of them. */
export class PathRing {
  /** By number of the path, modulo KEPT: the number of the parent, the key (an index, or below 0 a text) and the record. */
  private readonly parents = new Float64Array(KEPT);
  private readonly keys = new Int32Array(KEPT);
  private readonly records = new Int32Array(KEPT);
  private readonly texts: string[] = [];
  private readonly textNumbers = new Map<string, number>();
  private next = 0;

  /** Stores a path, and returns its number. */
  note(path: JsonPath): number {
    const { noted } = path;
    // The parent of a stored path must be stored as long as the path itself.
    if (noted >= 0 && noted > this.next - KEPT / 2) return noted;
    const { parent, key } = path;
    const parentNote = parent === undefined ? NONE : this.note(parent);
    const note = this.next++;
    const slot = note % KEPT;
    this.parents[slot] = parentNote;
    this.keys[slot] = typeof key === 'number' ? key : -1 - this.numberOf(key);
    this.records[slot] = this.numberOf(path.record);
    path.noted = note;
    return note;
  }

  /** Returns a stored path; undefined for a discarded one. */
  find(note: number): JsonPath | undefined {
    if (note < 0 || note <= this.next - 1 - KEPT) return undefined;
    const slot = note % KEPT;
    const parentNote = this.parents[slot] ?? NONE;
    const parent = parentNote === NONE ? undefined : this.find(parentNote);
    if (parent === undefined && parentNote !== NONE) return undefined;
    const key = this.keys[slot] ?? 0;
    const path = new JsonPath(parent, key < 0 ? (this.texts[-1 - key] ?? '') : key);
    path.record = this.texts[this.records[slot] ?? 0] ?? '';
    return path;
  }

  private numberOf(text: string): number {
    let number = this.textNumbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.textNumbers.set(text, number);
    }
    return number;
  }
}
