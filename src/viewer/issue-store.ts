import { ISSUE_TYPES, type Issue, type IssueType } from '../common/issue';
import { RowFile } from './row-file';
import { TextStore } from './text-store';

/** An issue as the viewer shows it. */
export interface ViewIssue {
  /** Counts from 0 in the order of arrival. */
  readonly id: number;
  readonly segmentNumber: number;
  /** SNIP level; 0 for what could not be read. */
  readonly level: number;
  readonly type: string;
  readonly ruleId?: string;
  readonly message: string;
  readonly loop?: string;
  readonly element?: string;
  readonly elementNumber?: number;
  readonly component?: number;
  /** The value that failed. Not shown where values are masked. */
  readonly value?: string;
  readonly allowedValues?: readonly string[];
}

/** Which issues are shown; absent members allow all. */
export interface IssueFilter {
  readonly levels?: readonly number[] | undefined;
  readonly types?: readonly string[] | undefined;
}

/** Issues by level and by type. */
export interface IssueCounts {
  readonly all: number;
  readonly levels: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, number>>;
}

/** More issues are counted and not stored. */
const MAX_ISSUES = 1_000_000;

/** Filters whose lists are cached. */
const MAX_LISTS = 4;

/** Row: segment number, level, type, two unused bytes, first row and length of the text. */
const ROW_BYTES = 16;
const TYPE_AT = 5;
const TEXT_AT = 8;
const LENGTH_AT = 12;

/** The issues of a file, on disk but for four bytes of each. */
export class IssueStore {
  private readonly rows = new RowFile(ROW_BYTES);
  private readonly texts = new TextStore();
  private readonly levels = new Map<number, number>();
  private readonly types = new Map<IssueType, number>();
  private lists = new Map<string, Uint32Array>();
  private total = 0;

  /** Number of stored issues. */
  get length(): number {
    return this.rows.length;
  }

  get counts(): IssueCounts {
    return { all: this.total, levels: Object.fromEntries(this.levels), types: Object.fromEntries(this.types) };
  }

  /** Adds an issue; `segmentNumber` is used for one without a place. */
  add(issue: Issue, level: number, segmentNumber: number): void {
    this.total++;
    this.levels.set(level, (this.levels.get(level) ?? 0) + 1);
    this.types.set(issue.issueType, (this.types.get(issue.issueType) ?? 0) + 1);
    if (this.length >= MAX_ISSUES) return;
    const { row, length } = this.texts.add(JSON.stringify(shownOf(issue)));
    const at = this.rows.add();
    const { bytes } = this.rows;
    bytes.writeUInt32LE(issue.place?.segmentNumber ?? segmentNumber, at);
    bytes[at + 4] = level;
    bytes[at + TYPE_AT] = ISSUE_TYPES.indexOf(issue.issueType);
    bytes.writeUInt32LE(row, at + TEXT_AT);
    bytes.writeUInt32LE(length, at + LENGTH_AT);
    if (this.lists.size > 0) this.lists = new Map();
  }

  /** Number of issues that a filter lets through. */
  count(filter: IssueFilter): number {
    return this.listOf(filter).length;
  }

  /** Issues of a filter, in the order of their segments. */
  list(filter: IssueFilter, from: number, count: number): readonly ViewIssue[] {
    const list = this.listOf(filter);
    return Array.from(list.subarray(from, from + count), (id) => this.issue(id));
  }

  /** Position in the list of a filter of the first issue at a segment or after it; its length if there is none. */
  positionAt(filter: IssueFilter, segmentNumber: number): number {
    const list = this.listOf(filter);
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.segmentOf(list[middle] ?? 0) < segmentNumber) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Issues at segments from one number up to another. */
  between(first: number, last: number, max: number): readonly ViewIssue[] {
    const from = this.positionAt({}, first);
    return this.list({}, from, Math.min(max, this.positionAt({}, last + 1) - from));
  }

  close(): void {
    this.rows.close();
    this.texts.close();
    this.lists = new Map();
  }

  private issue(id: number): ViewIssue {
    const row = this.rows.read(id, 1);
    const shown = asShown(JSON.parse(this.texts.get(row.readUInt32LE(TEXT_AT), row.readUInt32LE(LENGTH_AT))));
    return { id, segmentNumber: row.readUInt32LE(0), level: row[4] ?? 0, ...shown };
  }

  private segmentOf(id: number): number {
    const row = this.rows.read(id, 1);
    return row.length === 0 ? 0 : row.readUInt32LE(0);
  }

  /** Ids in the order of segments. */
  private listOf({ levels, types }: IssueFilter): Uint32Array {
    const key = `${levels?.join(',') ?? ''}|${types?.join(',') ?? ''}`;
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const list = this.makeList(
      levels,
      types?.map((type) => ISSUE_TYPES.findIndex((one) => one === type)),
    );
    if (this.lists.size >= MAX_LISTS) this.lists = new Map();
    this.lists.set(key, list);
    return list;
  }

  private makeList(levels: readonly number[] | undefined, types: readonly number[] | undefined): Uint32Array {
    const rows = this.rows.read(0, this.length);
    const ids = new Uint32Array(this.length);
    let count = 0;
    for (let id = 0; id < ids.length; id++) {
      const at = id * ROW_BYTES;
      const fits = (levels?.includes(rows[at + 4] ?? 0) ?? true) && (types?.includes(rows[at + TYPE_AT] ?? 0) ?? true);
      if (fits) ids[count++] = id;
    }
    const segmentOf = (id: number): number => rows.readUInt32LE(id * ROW_BYTES);
    return ids.slice(0, count).sort((a, b) => segmentOf(a) - segmentOf(b) || a - b);
  }
}

type Shown = Omit<ViewIssue, 'id' | 'segmentNumber' | 'level'>;

function shownOf({ issueType, ruleId, message, loop, element, at, value, allowedValues }: Issue): object {
  const place = at === undefined ? {} : { elementNumber: at.element, component: at.component };
  return { type: issueType, ruleId, message, loop, element, ...place, value, allowedValues };
}

/** The text is what `shownOf` made. */
function asShown(value: unknown): Shown {
  return value as Shown;
}
