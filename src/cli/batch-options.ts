import { availableParallelism } from 'node:os';
import { extname, resolve } from 'node:path';
import type { BatchOptions, BatchRequest, ReportFormat } from '../batch/batch.types';
import { statsOf } from '../io/path-state';
import { createConverter } from '../pipeline/create-converter';
import { parseAddress, showAddress } from '../storage/address';
import type { CommandIo } from './command-io';
import { toConversionOptions } from './convert.command';
import { chooseFormat } from './output-plan';
import { pluginsOf } from './plugin-choice';
import { checkFhirOptions, checkTableOptions, type FormatOptions } from './schema-options';
import { UsageError } from './usage-error';

/** Options of commands that make a batch, under the names that the program gives them. */
export interface BatchRunOptions extends FormatOptions {
  readonly out: string;
  readonly recurse?: boolean;
  readonly jobs?: number;
  readonly again?: boolean;
  readonly watch?: boolean;
  readonly pollSeconds: number;
  readonly settleSeconds: number;
  /** Undefined for the default. */
  readonly partSize?: number;
  readonly bareFileNames?: boolean;
  readonly chunkSize?: number;
  readonly maxWarnings?: number;
  readonly warnings?: boolean;
  readonly report?: string;
  readonly quiet?: boolean;
}

/** Reads the number of a `--jobs`. */
export const jobsOf = (jobs: number | undefined): number => jobs ?? availableParallelism();

/** Returns the batch that a command line asks for: paths are absolute and addresses checked, so that any worker can use them. Throws UsageError and EDI_BAD_PARAMETER. */
export function toBatchRequest(sources: readonly string[], options: BatchRunOptions, io: CommandIo): BatchRequest {
  const plugins = pluginsOf(io).map((plugin) => (statsOf(plugin)?.isDirectory() === true ? resolve(plugin) : plugin));
  const converter = createConverter({ plugins });
  const format = chooseFormat(options.to, undefined, converter);
  checkTableOptions(format, options);
  checkFhirOptions(format, options);
  const { onIssue: _onIssue, signal: _signal, admitLargeRecord: _admit, reusesChunks: _reuses, ...conversion } = toConversionOptions(options, format, io);
  // Throws for options that do not fit, before anything is stored.
  converter.convertToFiles([], conversion);
  const batchOptions: BatchOptions = {
    conversion,
    extension: format.extension,
    ...(options.bareFileNames === true ? { hasBareNames: true } : {}),
    ...(plugins.length === 0 ? {} : { plugins }),
  };
  return {
    sources: sources.map(checkedSource),
    target: checkedTarget(options.out),
    options: batchOptions,
    recurse: options.recurse ?? false,
    again: options.again ?? false,
    watches: options.watch ?? false,
    pollSeconds: options.pollSeconds,
    ...(options.partSize === undefined ? {} : { partBytes: options.partSize }),
  };
}

function checkedSource(source: string): string {
  if (source === '') throw new UsageError('A source is empty. Is a variable of the shell not set?');
  if (source === '-') throw new UsageError('A batch reads files, not standard input: a file is read again after a failure.');
  const address = parseAddress(source);
  if (address.kind === 'http' && new URL(address.href).search !== '')
    throw new UsageError('A web address of a batch has no query: it may be a signature, and the ledger keeps addresses.');
  return showAddress(address);
}

function checkedTarget(out: string): string {
  if (out === '') throw new UsageError('--out is empty. Is a variable of the shell not set?');
  const address = parseAddress(out);
  if (address.kind === 'http') throw new UsageError('--out: web addresses are read only. Name a folder, or an address that begins with s3:// or sftp://.');
  return showAddress(address);
}

const REPORT_EXTENSIONS: Readonly<Record<string, ReportFormat>> = { '': 'json', '.json': 'json', '.csv': 'csv', '.txt': 'text' };

/** Returns the format of a report by the extension of its file; JSON without one. Throws UsageError for other extensions. */
export function reportFormatOf(path: string): ReportFormat {
  const extension = extname(path).toLowerCase();
  const format = REPORT_EXTENSIONS[extension];
  if (format !== undefined) return format;
  throw new UsageError(`--report: no report is written as ${extension}. Name a file that ends with .json, .csv or .txt.`);
}
