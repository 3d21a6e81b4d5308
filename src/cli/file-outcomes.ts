import { type Counts, noCounts } from '../pipeline/counts';
import type { ConversionSummary } from '../pipeline/conversion.types';

/** How a file ended: read whole, with findings, with data that is missing in the output, or not at all. */
export type FileStatus = 'ok' | 'findings' | 'failed' | 'unfinished';

/** What became of one file. */
export interface FileOutcome {
  /** Path below the argument that led to the file. */
  readonly file: string;
  status: FileStatus;
  /** Of the first error. */
  code?: string;
  /** The first error. */
  message?: string;
  /** Counts of `ConversionSummary`; findings and errors are counted by their messages. */
  counts: Counts;
  seconds: number;
  readonly outputs: string[];
}

/** Number of files that are held if no report needs all of them: a late finding is about the file before the current one. */
const RECENT_FILES = 2;

/** Follows the files of a run, one after the other. */
export class FileOutcomes {
  readonly totals = noCounts();
  readonly statuses: Record<FileStatus, number> = { ok: 0, findings: 0, failed: 0, unfinished: 0 };
  readonly list: FileOutcome[] = [];
  private open: { readonly name: string; readonly outcome: FileOutcome; readonly base: ConversionSummary; readonly start: number } | undefined;
  private readonly byName = new Map<string, FileOutcome>();

  /** `keepsAll` is true for a report of every file. */
  constructor(
    private readonly keepsAll: boolean,
    private readonly clock: () => number,
  ) {}

  get current(): FileOutcome | undefined {
    return this.open?.outcome;
  }

  /** A file begins. `name` is that of records, `file` that of messages; `base` are the counts of its conversion so far. */
  begin(name: string, file: string, base: ConversionSummary = noCounts()): void {
    const outcome: FileOutcome = { file, status: 'unfinished', counts: noCounts(1), seconds: 0, outputs: [] };
    this.open = { name, outcome, base: { ...base }, start: this.clock() };
    this.list.push(outcome);
    this.byName.set(name, outcome);
    this.statuses.unfinished++;
    if (this.keepsAll || this.list.length <= RECENT_FILES) return;
    this.list.shift();
    for (const [known, one] of this.byName) if (!this.list.includes(one)) this.byName.delete(known);
  }

  /** The file that began last ends. */
  end(summary: ConversionSummary): void {
    if (this.open === undefined) return;
    const { outcome, base, start } = this.open;
    const { counts } = outcome;
    for (const key of ['bytes', 'segments', 'transactions', 'records', 'skippedSegments', 'unreadValues'] as const) {
      counts[key] = summary[key] - base[key];
      this.totals[key] += counts[key];
    }
    this.totals.files++;
    outcome.seconds = Math.round(this.clock() - start) / 1000;
    this.open = undefined;
    if (outcome.status === 'unfinished') this.change(outcome, counts.issues > 0 ? 'findings' : 'ok');
  }

  /** The file that records have this name of. */
  find(name: string | undefined): FileOutcome | undefined {
    return name === undefined || name === '' ? undefined : (this.byName.get(name) ?? this.list.findLast(({ file }) => file === name));
  }

  /** Counts a finding that lost nothing. */
  addFinding(outcome: FileOutcome | undefined): void {
    this.totals.issues++;
    if (outcome === undefined) return;
    outcome.counts.issues++;
    if (outcome.status === 'ok') this.change(outcome, 'findings');
  }

  /** Notes that data of a file is missing in the output. */
  addError(outcome: FileOutcome | undefined, code: string, message: string): void {
    this.totals.errors++;
    if (outcome === undefined) return;
    outcome.counts.errors++;
    outcome.code ??= code;
    outcome.message ??= message;
    this.change(outcome, 'failed');
  }

  private change(outcome: FileOutcome, status: FileStatus): void {
    this.statuses[outcome.status]--;
    this.statuses[status]++;
    outcome.status = status;
  }
}
