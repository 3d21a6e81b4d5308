import { EdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { ConversionSummary } from '../pipeline/conversion.types';
import type { CommandIo } from './command-io';
import type { Progress } from './progress';
import { countText, sizeText } from './size-text';

/** Later failures are in the output, and counted. */
const SHOWN_FAILURES = 20;

/** Later warnings are counted. */
const SHOWN_WARNINGS = 20;

/** So many messages of a file are shown of what is in no record; later ones are counted. */
const SHOWN_SKIPPED = 10;

/** More files than this are not told apart. */
const MOST_FILES = 10_000;

/** Tells a person on standard error how a conversion goes, and remembers whether anything failed. */
export class ConversionReport {
  /** Set while a bar is on the terminal. */
  progress: Progress | undefined;
  private readonly start: number;
  private readonly told = new Set<EdiError>();
  private readonly totals = { files: 0, bytes: 0, records: 0, issues: 0, errors: 0, skippedSegments: 0, unreadValues: 0 };
  /** Messages of what is in no record, by file. */
  private readonly skipped = new Map<string, number>();
  private readonly shared = new Set<string>();
  private failures = 0;
  private warnings = 0;

  constructor(private readonly io: CommandIo) {
    this.start = io.clock();
  }

  get hasFailed(): boolean {
    return this.failures > 0 || this.totals.errors > 0;
  }

  /** Tells of an error; the same error is told once. */
  readonly error = (error: EdiError, fileName?: string): void => {
    if (this.told.has(error)) return;
    this.told.add(error);
    this.fail(fileName, error.message);
  };

  /**
   * Reports findings that mean lost data, of the first of each file that mean that input is in no record, and of those that have no place in
   * the input: they are about what the output leaves out. Others are in the output when they are wanted, and counted.
   */
  readonly issue = (issue: Issue, fileName: string): void => {
    const { place } = issue;
    const where = place === undefined ? '' : ` (line ${place.lineNumber}, segment ${place.segmentNumber})`;
    if (issue.dataLoss === true) this.fail(fileName, `${issue.message}${where}`);
    else if (issue.skipped !== undefined) this.warnSkipped(fileName, `${issue.message}${where}`);
    else if (place === undefined) this.warn(fileName, issue.message);
  };

  /** Tells that codes have no descriptions: the output is complete but for them, so nothing has failed. */
  readonly noDescriptions = (cause: unknown): void => {
    const reason = cause instanceof EdiError ? cause.message : 'The database of codes failed.';
    this.tell(`Codes have no descriptions. ${reason} --no-descriptions leaves them out without this message.`);
  };

  /** Tells that codes are not looked up: what is wrong with them is not found, everything else is. */
  readonly noCodes = (cause: unknown): void => {
    this.tell(`Codes are not compared with their lists. ${cause instanceof EdiError ? cause.message : 'The database of codes failed.'}`);
  };

  /** Adds what a conversion did. */
  add({ files, bytes, records, issues, errors, skippedSegments, unreadValues }: ConversionSummary): void {
    this.totals.files += files;
    this.totals.bytes += bytes;
    this.totals.records += records;
    this.totals.issues += issues;
    this.totals.errors += errors;
    this.totals.skippedSegments += skippedSegments;
    this.totals.unreadValues += unreadValues;
  }

  /** Writes the line that sums up the work. */
  summarise(leftOut: number): void {
    const { files, bytes, records, issues, errors } = this.totals;
    const seconds = Math.max(0.001, (this.io.clock() - this.start) / 1000);
    const work = `${countText(files, 'file')}, ${countText(records, 'record')}, ${sizeText(bytes)} in ${seconds.toFixed(1)} s (${sizeText(bytes / seconds)}/s)`;
    const trouble = `${countText(issues, 'finding')}, ${countText(errors, 'error')}`;
    const others = leftOut === 0 ? '' : `; ${countText(leftOut, 'file')} of other kinds left out`;
    const skipped = this.skippedText();
    this.tell(`${work}; ${trouble}${skipped === '' ? '' : `; ${skipped}`}${others}`);
  }

  /** Writes how much is in no record, where nobody wants to see how the work went. */
  summariseSkipped(): void {
    const skipped = this.skippedText();
    if (skipped !== '') this.tell(skipped);
  }

  private skippedText(): string {
    const { skippedSegments, unreadValues } = this.totals;
    const counts = [
      ...(skippedSegments === 0 ? [] : [`${countText(skippedSegments, 'segment')} skipped`]),
      ...(unreadValues === 0 ? [] : [`${countText(unreadValues, 'value')} in no field`]),
    ];
    return counts.join(', ');
  }

  private fail(fileName: string | undefined, message: string): void {
    this.failures++;
    if (this.failures <= SHOWN_FAILURES) this.tell(`ERROR ${fileName === undefined ? '' : `${fileName}: `}${message}`);
    else if (this.failures === SHOWN_FAILURES + 1) this.tell('Further errors are not shown here; the output has them.');
  }

  private warnSkipped(fileName: string, message: string): void {
    const name = this.skipped.size < MOST_FILES || this.skipped.has(fileName) ? fileName : '';
    const count = (this.skipped.get(name) ?? 0) + 1;
    this.skipped.set(name, count);
    if (count <= SHOWN_SKIPPED) this.tell(`WARNING ${fileName}: ${message}`);
    else if (count === SHOWN_SKIPPED + 1)
      this.tell(`WARNING ${fileName}: more of this file is in no record; it is counted below, and --warnings writes all of it.`);
  }

  /** A warning that is about no file of the input is shown once, however many conversions come upon it. */
  private warn(fileName: string, message: string): void {
    const text = `WARNING ${fileName === '' ? '' : `${fileName}: `}${message}`;
    if (fileName === '') {
      if (this.shared.has(text)) return;
      this.shared.add(text);
    }
    this.warnings++;
    if (this.warnings <= SHOWN_WARNINGS) this.tell(text);
    else if (this.warnings === SHOWN_WARNINGS + 1) this.tell('Further warnings are not shown here; --warnings writes them into the output.');
  }

  private tell(line: string): void {
    this.progress?.clearLine();
    this.io.stderr.write(`${line}\n`);
  }
}
