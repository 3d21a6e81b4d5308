import { escapeControls } from '../common/control-characters';
import type { FileResult, FileState, ReportFormat } from './batch.types';
import type { BatchFileEntity } from './ledger/batch-file.entity';
import type { Batch } from './ledger/batch-table';
import type { Ledger } from './ledger/ledger';
import type { StateCounts } from './ledger/ledger-figures';
import { readOutputs } from './ledger/columns';

/** What became of one file; it holds no element value. */
export interface FileReport {
  readonly file: string;
  readonly source: string;
  readonly state: FileState;
  /** Stored bytes; undefined where the storage does not say. */
  readonly bytes: number | undefined;
  readonly records: number;
  readonly issues: number;
  readonly errors: number;
  readonly seconds: number | undefined;
  readonly attempts: number;
  readonly outputs: readonly string[];
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** What became of a batch. */
export interface BatchTotals {
  readonly files: number;
  readonly states: StateCounts;
  /** Stored bytes of files that were converted. */
  readonly bytes: number;
  readonly records: number;
  readonly issues: number;
  readonly errors: number;
  /** From the beginning of the batch to its end, or to now. */
  readonly seconds: number;
}

const PAGE = 1000;

/** Yields what became of each file, in the order in which files were found. */
export async function* fileReports(ledger: Ledger, batchId: string, states?: readonly FileState[]): AsyncGenerator<FileReport> {
  for (let after = 0; ;) {
    const rows = await ledger.files.page(batchId, { after, limit: PAGE, ...(states === undefined ? {} : { states }) });
    for (const row of rows) yield toReport(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Returns a row of the ledger as reports show it. */
export function toReport(row: BatchFileEntity): FileReport {
  const counts = readCounts(row.counts);
  const { name: file, source, state, bytes, seconds, attempts, outputs, errorCode, errorMessage } = row;
  const { records = 0, issues = 0, errors = 0 } = counts;
  return {
    file,
    source,
    state: asFileState(state),
    bytes: bytes ?? undefined,
    records,
    issues,
    errors,
    seconds: seconds ?? undefined,
    attempts,
    outputs: readOutputs(outputs),
    code: errorCode ?? undefined,
    message: errorMessage ?? undefined,
  };
}

function readCounts(counts: string | null): Partial<FileResult['counts']> {
  return counts === null ? {} : (JSON.parse(counts) as Partial<FileResult['counts']>);
}

function asFileState(state: string): FileState {
  return state as FileState;
}

/** Counts a batch. */
export async function totalsOf(ledger: Ledger, batch: Batch): Promise<BatchTotals> {
  const states = await ledger.figures.stateCounts(batch.id);
  const sums = await ledger.figures.sums(batch.id);
  const end = batch.endedAt === undefined ? ledger.now().getTime() : Date.parse(batch.endedAt);
  const files = Object.values(states).reduce((sum, count) => sum + count, 0);
  return { files, states, ...sums, seconds: Math.round(end - Date.parse(batch.createdAt)) / 1000 };
}

/** Version of the JSON; it grows when a member changes its meaning or goes away. */
const REPORT_VERSION = 1;

const COLUMNS = ['file', 'state', 'bytes', 'records', 'issues', 'errors', 'seconds', 'attempts', 'code', 'message', 'source', 'outputs'] as const;

/** Yields the report of a batch as text, piece by piece: all files as JSON and CSV, those that need attention as text. */
export async function* reportText(ledger: Ledger, batch: Batch, format: ReportFormat): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `${COLUMNS.join(',')}\n`;
    for await (const file of fileReports(ledger, batch.id)) yield `${COLUMNS.map((column) => csvCell(file[column])).join(',')}\n`;
    return;
  }
  const totals = await totalsOf(ledger, batch);
  if (format === 'text') {
    yield* textReport(ledger, batch, totals);
    return;
  }
  const { id, state, createdAt, endedAt, request, failure, listing } = batch;
  const { sources, target } = request;
  const head = JSON.stringify({ version: REPORT_VERSION, id, state, createdAt, endedAt, sources, target, failure, ...listing, totals });
  yield `${head.slice(0, -1)},"files":[`;
  let separator = '\n';
  for await (const file of fileReports(ledger, batch.id)) {
    yield separator + JSON.stringify(file);
    separator = ',\n';
  }
  yield '\n]}\n';
}

const NEED_ATTENTION = ['failed', 'quarantined'] as const;

async function* textReport(ledger: Ledger, { id, state, createdAt, request, failure }: Batch, totals: BatchTotals): AsyncGenerator<string> {
  const { files, states, bytes, records, issues, errors, seconds } = totals;
  const shown = Object.entries(states).filter(([, count]) => count > 0);
  yield `batch    ${id} (${state})\ncreated  ${createdAt}\n`;
  yield `sources  ${escapeControls(request.sources.join(' '))}\ntarget   ${escapeControls(request.target)}\n`;
  yield `files    ${files}${shown.length === 0 ? '' : `: ${shown.map(([name, count]) => `${count} ${name}`).join(', ')}`}\n`;
  yield `records  ${records}\nissues   ${issues}\nerrors   ${errors}\nbytes    ${bytes}\nseconds  ${seconds}\n`;
  if (failure !== undefined) yield `ERROR ${failure.code} ${escapeControls(failure.message)}\n`;
  for await (const { file, state: how, code, message } of fileReports(ledger, id, NEED_ATTENTION))
    yield `${escapeControls(`${how.toUpperCase()} ${file}: ${code ?? ''} ${message ?? ''}`)}\n`;
}

/** What a spreadsheet would take for a formula begins with an apostrophe: names of files come from outside. */
function csvCell(value: string | number | readonly string[] | undefined): string {
  if (value === undefined || typeof value === 'number') return String(value ?? '');
  const text = typeof value === 'string' ? value : value.join(' ');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
