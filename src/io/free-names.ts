/** The names of the output files of one source. Sources of one name get numbers, so that none replaces another. */
export class FreeNames {
  private number = 1;

  /** `path` has no extension; `taken` are the names of all sources so far. */
  constructor(
    private readonly path: string,
    private readonly extension: string,
    private readonly taken: Set<string>,
  ) {}

  /** Takes the name of a file, by what continues the name of the first one. A file that comes later has the number of the first, unless that is taken too. */
  take(file: string): string {
    while (this.taken.has(this.nameOf(file))) this.number++;
    this.taken.add(this.nameOf(file));
    return this.nameOf(file);
  }

  private nameOf(file: string): string {
    return `${this.path}${this.number === 1 ? '' : `-${this.number}`}${file}.${this.extension}`;
  }
}
