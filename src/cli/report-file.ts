import type { ConversionSummary } from '../pipeline/conversion.types';
import { packageVersion } from '../common/package-root';
import { type ExitCode, statusOf } from './exit-codes';
import type { FileOutcome } from './file-outcomes';
import { openFileTarget } from '../io/file-target';
import type { SkippedFile } from './skipped-files';

/** Version of the shape; it grows when a member changes its meaning or goes away. */
const REPORT_VERSION = 1;

/** Summary of a run, for `--report`. */
export interface ReportFile {
  readonly command: string;
  readonly exitCode: ExitCode;
  readonly startedAt: Date;
  readonly seconds: number;
  readonly files: readonly FileOutcome[];
  /** Inputs that an interruption left. */
  readonly notBegun: readonly string[];
  readonly skipped: readonly SkippedFile[];
  readonly totals: ConversionSummary;
  readonly outputs: readonly string[];
}

/** Writes the report as JSON; docs/cli.md has its shape. Throws EDI_OUTPUT_FAILED. */
export async function writeReport(path: string, report: ReportFile): Promise<void> {
  const { command, exitCode, startedAt, seconds, files, notBegun, skipped, totals, outputs } = report;
  const json = {
    version: REPORT_VERSION,
    program: `clearloop ${packageVersion()}`,
    command,
    status: statusOf(exitCode),
    exitCode,
    startedAt: startedAt.toISOString(),
    seconds,
    totals: { ...totals, skippedFiles: skipped.length },
    files: [...files.map(toJson), ...notBegun.map((file) => ({ file, status: 'not begun' }))],
    skipped,
    outputs,
  };
  const target = await openFileTarget(path);
  try {
    await target.write(Buffer.from(`${JSON.stringify(json, undefined, 2)}\n`));
    await target.commit();
  } catch (error) {
    await target.discard();
    throw error;
  }
}

function toJson({ file, status, code, message, counts, seconds, outputs }: FileOutcome): object {
  const { files: _files, ...ofFile } = counts;
  return { file, status, code, message, ...ofFile, seconds, outputs };
}
