import type { Issue } from '../common/issue';
import { issueLines } from './issue-lines';
import { countText } from './size-text';
import { tableText } from './table-text';

/** Lines of the listing that are held before they are written. */
const LISTING_LENGTH = 1 << 16;

/** Files that a table shows one by one; more are counted together. */
const MOST_FILES = 1_000;

const OTHER_FILES = '(other files)';

/** Gathers what people want to see of a validation: the first issues of each file, and how many there are of each rule. */
export class IssueReport {
  total = 0;
  private listing = '';
  private readonly files = new Map<string, Map<string, number>>();
  private readonly failed = new Set<string>();

  /** `shown` is the number of issues of a file that are listed. */
  constructor(private readonly shown: number) {}

  /** A file begins; it is in the table although nothing is wrong in it. */
  addFile(fileName: string): void {
    const name = this.nameOf(fileName);
    if (!this.files.has(name)) this.files.set(name, new Map());
  }

  /** A file could not be read, or not to its end: the table does not say that nothing is wrong in it. */
  fail(fileName: string): void {
    const name = this.nameOf(fileName);
    this.countsOf(fileName);
    this.failed.add(name);
  }

  add(issue: Issue, fileName: string): void {
    this.total++;
    const counts = this.countsOf(fileName);
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

  /** What is left of the listing, and the table. */
  text(): string {
    return this.takeListing() + this.table();
  }

  /** Counts per rule and file. */
  table(): string {
    const rows = [...this.files].flatMap(([file, counts]) => {
      const found = [...counts].sort(([, a], [, b]) => b - a).map(([rule, count]) => [rule, String(count)]);
      if (this.failed.has(file)) found.push([counts.size === 0 ? '(not read)' : '(not read to its end)', '-']);
      else if (counts.size === 0) found.push(['(nothing found)', '0']);
      return found.map((cells, i) => [i === 0 ? file : '', ...cells]);
    });
    return `${tableText([['file', 'rule', 'issues'], ...rows])}${countText(this.total, 'issue')} in ${countText(this.files.size, 'file')}\n`;
  }

  private countsOf(fileName: string): Map<string, number> {
    const name = this.nameOf(fileName);
    const counts = this.files.get(name) ?? new Map<string, number>();
    this.files.set(name, counts);
    return counts;
  }

  private nameOf(fileName: string): string {
    return this.files.size < MOST_FILES || this.files.has(fileName) ? fileName : OTHER_FILES;
  }
}
