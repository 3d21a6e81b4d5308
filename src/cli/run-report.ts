import { resolve } from 'node:path';
import { EdiError } from '../common/edi-error';
import { messageWithCause } from '../common/error-origin';
import type { Issue } from '../common/issue';
import type { ConversionSummary } from '../pipeline/conversion.types';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { FileOutcomes } from './file-outcomes';
import type { Input, InputList, InputSource } from './inputs';
import { type LogFormat, Messages } from './messages';
import { checkNoScheme, isFolder } from './output-names';
import { refuseToReplaceInput } from './output-plan';
import { type ReportFile, writeReport } from './report-file';
import { skippedMessages } from './skipped-files';
import { summaryMessages } from './run-summary';
import { countText } from './size-text';
import { UsageError } from './usage-error';

/** Later failures are in the output, and counted. */
const SHOWN_FAILURES = 20;

/** Later warnings are counted. */
const SHOWN_WARNINGS = 20;

/** Number of shown messages per file about input in no record; later ones are counted. */
const SHOWN_SKIPPED = 10;

/** More files than this are not distinguished. */
const MAX_FILES = 10_000;

/** Options of all commands that read files. */
export interface ReportOptions {
  /** Path of a JSON file. */
  readonly report?: string;
  readonly log?: LogFormat;
  readonly quiet?: boolean;
}

/** Inputs and outputs of a run. */
export interface RunOptions extends ReportOptions {
  /** Such as convert. */
  readonly command: string;
}

/** Reports a run over files: messages and a summary on standard error, a report file, the exit code. */
export class RunReport {
  readonly messages: Messages;
  private readonly outcomes: FileOutcomes;
  private readonly start: number;
  private readonly startedAt: Date;
  /** Errors and issues that were reported: each is reported once. */
  private readonly reported = new Set<unknown>();
  /** Messages about input in no record, by file. */
  private readonly skipped = new Map<string, number>();
  private readonly shared = new Set<string>();
  private readonly outputs: string[] = [];
  private list: InputList = { inputs: [], skipped: [] };
  private target: string | undefined;
  private startedInputs = 0;
  private failures = 0;
  private warnings = 0;
  private isUnwritable = false;

  constructor(
    private readonly io: CommandIo,
    private readonly options: RunOptions,
  ) {
    this.messages = new Messages(io, options.log ?? 'text');
    this.outcomes = new FileOutcomes(options.report !== undefined, io.clock);
    this.start = io.clock();
    this.startedAt = io.now();
  }

  /** Registers the inputs and the output file. Throws UsageError for a report that would replace one of them. */
  setInputs(list: InputList, targets: readonly (string | undefined)[] = []): void {
    this.list = list;
    this.target = targets.find((target) => target !== undefined);
    const { report } = this.options;
    if (report === undefined) return;
    checkNoScheme(report);
    refuseToReplaceInput(report, list.inputs, '--report');
    if (isFolder(report)) throw new UsageError(`--report: ${report} is a folder. Name a file.`);
    if (this.target !== undefined && resolve(report) === resolve(this.target))
      throw new UsageError(`--report: ${report} is the output, too. Name another file.`);
  }

  /** Shows a bar where a person watches; `isTerminalTaken` when the output itself goes to the terminal. */
  async showProgress(isTerminalTaken: boolean): Promise<void> {
    const { io, options } = this;
    if (io.stderr.isTTY !== true || options.quiet === true || isTerminalTaken || options.log === 'json') return;
    const { startProgress } = await import('./progress.js');
    const { inputs } = this.list;
    const isTotalKnown = inputs.every(({ bytes }) => bytes !== undefined);
    this.messages.progress = startProgress(io, isTotalKnown ? inputs.reduce((sum, { bytes = 0 }) => sum + bytes, 0) : undefined);
  }

  stopProgress(): void {
    this.messages.progress?.stop();
    this.messages.progress = undefined;
  }

  /** The sources of one input, for a conversion that `begin` and `end` are called for. */
  open(input: Input): AsyncIterable<InputSource> {
    this.startedInputs++;
    return input.open((bytes) => this.messages.progress?.add(bytes));
  }

  /** The sources of all inputs, for one conversion with a running summary. */
  async *sources(summary: () => ConversionSummary): AsyncGenerator<InputSource, void, undefined> {
    for (const input of this.list.inputs) {
      for await (const source of this.open(input)) {
        this.begin(source, summary());
        // A consumer that goes away does not come back here: the file was not read to its end.
        yield source;
        this.end(summary());
      }
    }
  }

  /**
   * The sources of inputs that are files of this machine, for a conversion that may read them before their turn;
   * undefined if an input is something else.
   */
  fileSources(onStart?: (source: PlannedSource) => void, onEnd?: () => void): Iterable<PlannedSource> | undefined {
    const { inputs } = this.list;
    const files = inputs.flatMap(({ openFile, subfolder }) => (openFile === undefined ? [] : [{ openFile, subfolder }]));
    if (files.length < inputs.length) return undefined;
    const start = (source: PlannedSource): void => {
      this.startedInputs++;
      onStart?.(source);
    };
    const onBytes = (bytes: number): void => this.messages.progress?.add(bytes);
    return (function* () {
      for (const { openFile, subfolder } of files) {
        const source: PlannedSource = { ...openFile(onBytes), subfolder, onStart: () => start(source), onEnd: () => onEnd?.() };
        yield source;
      }
    })();
  }

  begin({ name, fullName }: InputSource, summary?: ConversionSummary): void {
    this.outcomes.begin(name, fullName, summary);
  }

  end(summary: ConversionSummary): void {
    this.outcomes.end(summary);
  }

  /** Output files that are whole now. */
  wrote(paths: readonly string[], isOfCurrentFile: boolean): void {
    this.outputs.push(...paths);
    if (isOfCurrentFile) this.outcomes.current?.outputs.push(...paths);
  }

  /** Reports an error; the same error, or one that is caused by an issue, is reported once. */
  readonly error = (error: EdiError, fileName?: string): void => {
    if (this.reported.has(error) || this.reported.has(error.cause)) return;
    this.reported.add(error);
    this.isUnwritable ||= error.code === 'EDI_OUTPUT_FAILED';
    this.fail(fileName, error.code, messageWithCause(error));
  };

  /**
   * Reports findings that mean lost data, the first of each file about input in no record, and those that have no place in the input: they are about parts that
   * the output leaves out. Others are counted, and in the output if requested.
   */
  readonly issue = (issue: Issue, fileName: string): void => {
    const { message, errorCode = 'EDI_DATA_LOST' } = issue;
    if (issue.dataLoss === true) {
      this.reported.add(issue);
      return this.fail(fileName, errorCode, withPlace(issue));
    }
    // A finding that is about no file, such as a doubt about a schema, is no finding about the input.
    if (fileName !== '') this.finding(fileName);
    if (issue.skipped !== undefined || issue.ruleId === 'input-skipped') this.warnSkipped(fileName, withPlace(issue));
    else if (issue.place === undefined) this.warn(fileName, message);
  };

  /** Counts a finding that lost nothing. */
  finding(fileName: string): void {
    this.outcomes.addFinding(this.outcomes.find(fileName));
  }

  /** Reports that codes have no descriptions: otherwise the output is complete, so nothing has failed. */
  readonly noDescriptions = (cause: unknown): void => {
    const reason = cause instanceof EdiError ? cause.message : 'The database of codes failed.';
    this.warning(`Codes have no descriptions. ${reason} --no-descriptions leaves them out without this message.`);
  };

  /** Reports that codes are not looked up: invalid codes are not found, other errors are. */
  readonly noCodes = (cause: unknown): void => {
    this.warning(`Codes are not compared with their lists. ${cause instanceof EdiError ? cause.message : 'The database of codes failed.'}`);
  };

  get hasFailed(): boolean {
    return this.failures > 0;
  }

  /** Findings that lost nothing. */
  get findings(): number {
    return this.outcomes.totals.issues;
  }

  /** The exit code of the run so far; `ignoresFindings` for output that holds all of them. */
  exitCode(ignoresFindings = false): ExitCode {
    if (this.io.signal.aborted) return EXIT.interrupted;
    if (this.isUnwritable) return EXIT.unwritable;
    if (this.hasFailed) return EXIT.failed;
    return this.findings > 0 && !ignoresFindings ? EXIT.findings : EXIT.ok;
  }

  /** Ends the run: summary, report file, exit code. `hasSummary` is false where the output has one. */
  async finish({ ignoresFindings = false, hasSummary = true, isCut = false }: FinishOptions = {}): Promise<ExitCode> {
    this.stopProgress();
    const exitCode = this.exitCode(ignoresFindings || isCut);
    if (exitCode === EXIT.interrupted) this.reportInterruption();
    else if (this.options.quiet !== true && !isCut) {
      const { outcomes, outputs, list } = this;
      const summary = { command: this.options.command, milliseconds: this.io.clock() - this.start, outcomes, outputs, skipped: list.skipped };
      for (const message of hasSummary ? summaryMessages(summary) : skippedMessages(list.skipped)) this.messages.write(message);
    }
    const { report } = this.options;
    if (report === undefined) return exitCode;
    try {
      await writeReport(report, this.toReport(exitCode));
      return exitCode;
    } catch (error) {
      if (!(error instanceof EdiError)) throw error;
      this.error(error);
      return exitCode === EXIT.interrupted ? exitCode : EXIT.unwritable;
    }
  }

  private reportInterruption(): void {
    const { outcomes, target } = this;
    const { totals, current } = outcomes;
    const waiting = this.list.inputs.length - this.startedInputs;
    const parts = [
      `${countText(totals.files, 'file')} done`,
      ...(current === undefined ? [] : [`${current.file} not read to its end`]),
      ...(waiting > 0 ? [`${countText(waiting, 'input')} not begun`] : []),
    ];
    const lost = target === undefined || this.outputs.length > 0 ? '' : ` ${target} was not written.`;
    const message = `Interrupted: ${parts.join(', ')}.${lost}`;
    this.messages.write({ level: 'error', message, details: { event: 'interrupted' } });
  }

  private toReport(exitCode: ExitCode): ReportFile {
    const { io, options, outcomes, list, startedAt } = this;
    const notBegun = list.inputs.slice(this.startedInputs).map(({ name }) => name);
    const seconds = Math.round(io.clock() - this.start) / 1000;
    return {
      command: options.command,
      exitCode,
      startedAt,
      seconds,
      files: outcomes.list,
      notBegun,
      skipped: list.skipped,
      totals: outcomes.totals,
      outputs: this.outputs,
    };
  }

  private fail(fileName: string | undefined, code: string, message: string): void {
    const outcome = this.outcomes.find(fileName);
    this.outcomes.addError(outcome, code, message);
    this.failures++;
    if (this.failures <= SHOWN_FAILURES) this.messages.write({ level: 'error', file: outcome?.file ?? fileName, code, message });
    else if (this.failures === SHOWN_FAILURES + 1)
      this.messages.write({ level: 'error', message: 'Further errors are not shown here; the output and --report have them.' });
  }

  private warnSkipped(fileName: string, message: string): void {
    const file = this.outcomes.find(fileName)?.file ?? fileName;
    const key = this.skipped.size < MAX_FILES || this.skipped.has(file) ? file : '';
    const count = (this.skipped.get(key) ?? 0) + 1;
    this.skipped.set(key, count);
    if (count <= SHOWN_SKIPPED) this.messages.write({ level: 'warning', file, message });
    else if (count === SHOWN_SKIPPED + 1) {
      this.messages.write({ level: 'warning', file, message: 'more of this file is in no record; it is counted below, and --warnings writes all of it.' });
    }
  }

  /** A warning that is about no file of the input is shown once, however many conversions come upon it. */
  private warn(fileName: string, message: string): void {
    const file = fileName === '' ? undefined : (this.outcomes.find(fileName)?.file ?? fileName);
    if (file === undefined) {
      if (this.shared.has(message)) return;
      this.shared.add(message);
    }
    this.warnings++;
    if (this.warnings <= SHOWN_WARNINGS) this.messages.write({ level: 'warning', file, message });
    else if (this.warnings === SHOWN_WARNINGS + 1) this.warning('Further warnings are not shown here; --warnings writes them into the output.');
  }

  private warning(message: string): void {
    this.messages.write({ level: 'warning', message });
  }
}

/** A source, and where its output goes. */
export interface PlannedSource extends InputSource {
  readonly subfolder: string;
}

/** How a run ends. */
export interface FinishOptions {
  readonly ignoresFindings?: boolean;
  readonly hasSummary?: boolean;
  /** True when the reader of standard output went away: it has seen enough. */
  readonly isCut?: boolean;
}

/** The message with its place, unless the message contains the line. */
function withPlace({ message, place }: Issue): string {
  return place === undefined || /\((?:line|opened at segment) \d/.test(message)
    ? message
    : `${message} (line ${place.lineNumber}, segment ${place.segmentNumber})`;
}
