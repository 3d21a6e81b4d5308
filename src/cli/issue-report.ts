import type { Issue } from '../common/issue';
import { issueLines } from './issue-lines';
import { countText } from './size-text';
import { tableText } from './table-text';

/** Lines of the listing that are held before they are written. */
const LISTING_LENGTH = 1 << 16;

/** Files that a table shows one by one; more are counted together. */
const MAX_FILES = 1_000;

const OTHER_FILES = '(other files)';

/** Findings of a file. */
interface FileCounts {
  readonly name: string;
  /** Issues by rule. */
  readonly counts: Map<string, number>;
  hasFailed: boolean;
}

/** Gathers the results of a validation for people: the first issues of each file, and the number of each rule. */
export class IssueReport {
  total = 0;
  private listing = '';
  private fileCount = 0;
  private readonly files: FileCounts[] = [];
  private readonly others: FileCounts = { name: OTHER_FILES, counts: new Map(), hasFailed: false };

  /** `shown` is the number of issues of a file that are listed. */
  constructor(private readonly shown: number) {}

  /** A file begins, perhaps one of the name of another: it is in the table although nothing is wrong in it. Files come one after the other. */
  addFile(name: string): void {
    if (++this.fileCount > MAX_FILES) return;
    this.files.push({ name, counts: new Map(), hasFailed: false });
  }

  /** The last file could not be read, or not to its end: the table does not report it as valid. */
  fail(): void {
    this.current.hasFailed = true;
  }

  /** Counts an issue of the file that began last. */
  add(issue: Issue, fileName: string): void {
    this.total++;
    const { counts } = this.current;
    const before = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const rule = issue.ruleId ?? issue.issueType;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    if (before < this.shown) this.listing += issueLines(issue, fileName);
    else if (before === this.shown) this.listing += `${fileName}: more issues are counted below, not listed\n\n`;
  }

  /** True when the listing is long enough to be written. */
  get isFull(): boolean {
    return this.listing.length > LISTING_LENGTH;
  }

  takeListing(): string {
    const { listing } = this;
    this.listing = '';
    return listing;
  }

  /** Returns the rest of the listing, and the table. */
  text(): string {
    return this.takeListing() + this.table();
  }

  /** Counts per rule and file. */
  table(): string {
    const rows = [...this.files, ...(this.fileCount > MAX_FILES ? [this.others] : [])].flatMap(({ name, counts, hasFailed }) => {
      const found = [...counts].sort(([, a], [, b]) => b - a).map(([rule, count]) => [rule, String(count)]);
      if (hasFailed) found.push([counts.size === 0 ? '(not read)' : '(not read to its end)', '-']);
      else if (counts.size === 0) found.push(['(nothing found)', '0']);
      return found.map((cells, i) => [i === 0 ? name : '', ...cells]);
    });
    return `${tableText([['file', 'rule', 'issues'], ...rows])}${countText(this.total, 'issue')} in ${countText(this.fileCount, 'file')}\n`;
  }

  private get current(): FileCounts {
    return this.fileCount > MAX_FILES ? this.others : (this.files.at(-1) ?? this.others);
  }
}
