/** Rows in one request. */
const PAGE_ROWS = 100;

/** Pages that are kept. */
const MAX_PAGES = 60;

/** Rows of a long list, loaded in pages when they are seen. */
export class Pages<Row> {
  private pages = new Map<number, readonly Row[]>();
  private readonly loading = new Set<number>();
  private generation = 0;

  /** `load` returns rows from an index on; `onLoad` is called when rows have come. */
  constructor(
    private readonly load: (from: number, count: number) => Promise<readonly Row[]>,
    private readonly onLoad: () => void,
  ) {}

  /** A row by its index from 0; undefined while it is loaded. */
  row(index: number): Row | undefined {
    const number = Math.floor(index / PAGE_ROWS);
    const page = this.pages.get(number);
    const row = page?.[index % PAGE_ROWS];
    if (row === undefined) void this.request(number);
    return row;
  }

  /** Forgets all rows; those that are seen are loaded again. */
  clear(): void {
    this.pages = new Map();
    this.loading.clear();
    this.generation++;
  }

  private async request(number: number): Promise<void> {
    if (this.loading.has(number)) return;
    this.loading.add(number);
    const { generation } = this;
    try {
      const rows = await this.load(number * PAGE_ROWS, PAGE_ROWS);
      if (generation !== this.generation) return;
      this.pages.delete(number);
      this.pages.set(number, rows);
      const oldest = this.pages.keys().next();
      if (this.pages.size > MAX_PAGES && oldest.done !== true) this.pages.delete(oldest.value);
      this.onLoad();
    } catch {
      // The page shows its state elsewhere; the row is asked for again when it is seen again.
    } finally {
      if (generation === this.generation) this.loading.delete(number);
    }
  }
}
