/** An entry of a folder that is no file to convert. */
export interface IgnoredEntry {
  /** Path below the source. */
  readonly file: string;
  /** Why it is ignored, such as `not a regular file`. */
  readonly reason: string;
}

/** What a listing of sources found beside files to convert. */
export interface ListingNotes {
  readonly ignored: {
    readonly count: number;
    /** The first ones. */
    readonly entries: readonly IgnoredEntry[];
  };
  /** Sources that were listed and have no file to convert. */
  readonly emptySources: readonly string[];
}

/** Entries that are stored; more are counted. */
const MAX_ENTRIES = 100;

export const NO_NOTES: ListingNotes = { ignored: { count: 0, entries: [] }, emptySources: [] };

/** Gathers the notes of one listing. */
export class ListingNoteTaker {
  private readonly entries: IgnoredEntry[] = [];
  private readonly emptySources: string[] = [];
  private count = 0;

  get notes(): ListingNotes {
    return { ignored: { count: this.count, entries: this.entries }, emptySources: this.emptySources };
  }

  ignored(entry: IgnoredEntry): void {
    this.count++;
    if (this.entries.length < MAX_ENTRIES) this.entries.push(entry);
  }

  empty(source: string): void {
    this.emptySources.push(source);
  }
}
