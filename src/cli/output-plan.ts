import { extname, join } from 'node:path';
import { sourceName } from '../io/source-name';
import type { OutputOptions } from '../plugin/output.plugin';
import type { CommandIo } from './command-io';
import { openFileTarget } from '../io/file-target';
import { FreeNames } from '../io/free-names';
import type { Input } from './inputs';
import type { OpenFile } from '../io/output-set';
import { type OutputTarget, streamTarget } from '../io/output-target';
import { formatExtension, isFolder, type NameRule, outputPath } from './output-names';
import { Leftovers } from '../io/partial-file';
import { isSameFile, statsOf } from '../io/path-state';
import { addressBelow, isRemote, parseAddress, showAddress } from '../storage/address';
import type { RemoteFiles } from './remote-files';
import { UsageError } from './usage-error';

/** A format that the command line writes: an output plugin. */
export type Format = Pick<OutputOptions, 'id' | 'extension' | 'takes'>;

/** Where output goes: all into one, or one for each source. */
export type OutputPlan =
  | {
      readonly kind: 'combined';
      /** Undefined for standard output. */ readonly target: string | undefined;
      readonly hasFiles: boolean;
      readonly open: OpenFile;
    }
  | { readonly kind: 'each'; readonly hasFiles: true; open(subfolder: string, sourceName: string): OpenFile; readonly target?: undefined };

/** What a plan is made of. */
export interface PlanRequest {
  /** As it was given; undefined for standard output. */
  readonly out: string | undefined;
  /** For the name of the one output. */
  readonly rule: NameRule;
  readonly inputs: readonly Input[];
  readonly files: RemoteFiles;
}

/**
 * Plans the output: a folder (one that exists, or a path or an address that ends with a slash) gets files for each source, else there is one
 * output. Standard output, devices and pipes take no second file.
 */
export function planOutput({ out: given, rule, inputs, files }: PlanRequest, io: CommandIo): OutputPlan {
  if (given === undefined) return { kind: 'combined', target: undefined, hasFiles: false, open: async () => streamTarget(io.stdout) };
  const out = outputPath(given, { ...rule, takesFolder: true, takesAddress: true });
  refuseToReplaceInput(out, inputs);
  if (isFolder(out)) return eachPlan(out, rule.extensions[0] ?? '', files);
  const hasFiles = statsOf(out)?.isFile() ?? true;
  return { kind: 'combined', target: out, hasFiles, open: async (file) => openUnlessInput(continued(out, file), inputs, files) };
}

function eachPlan(folder: string, extension: string, files: RemoteFiles): OutputPlan {
  const taken = new Set<string>();
  const leftovers = new Leftovers();
  return {
    kind: 'each',
    hasFiles: true,
    open: (subfolder, name) => {
      const names = new FreeNames(below(folder, subfolder, sourceName(name)), extension, taken);
      return async (file) => openTarget(names.take(file), files, leftovers);
    },
  };
}

/** `out/march/a` for the folder `out`, which may be an address. */
function below(folder: string, subfolder: string, name: string): string {
  if (!isRemote(folder)) return join(folder, subfolder, name);
  return showAddress(addressBelow(parseAddress(folder), subfolder === '' ? name : `${subfolder.replaceAll('\\', '/')}/${name}`));
}

/** `out-Lines.csv` for `out.csv`. */
function continued(path: string, file: string): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}${file}${extension}`;
}

async function openUnlessInput(path: string, inputs: readonly Input[], files: RemoteFiles): Promise<OutputTarget> {
  refuseToReplaceInput(path, inputs);
  return openTarget(path, files);
}

async function openTarget(path: string, files: RemoteFiles, leftovers?: Leftovers): Promise<OutputTarget> {
  return isRemote(path) ? (await files.open()).create(path) : openFileTarget(path, leftovers);
}

/** The tree of segments as a value of --to: in the format of the output file, else JSON. */
export const SEGMENTS = 'segments';

const DEFAULT_FORMAT: Format = { id: 'json', extension: 'json' };

/** Usual extensions in addition to those of the outputs. */
const OTHER_EXTENSIONS: Readonly<Record<string, string>> = { jsonl: 'ndjson' };

/** What a command can write: commands that join or match records have no output that takes segments. */
export interface FormatChoice {
  readonly outputs: readonly OutputOptions[];
  readonly allowsSegments?: true;
}

/**
 * Returns the format by --to, or by the extension of --out, or JSON. An output that takes segments is chosen by --to only. Throws UsageError for a format that
 * no output writes, or not this command.
 */
export function chooseFormat(to: string | undefined, out: string | undefined, { outputs, allowsSegments }: FormatChoice): Format {
  const ofRecords = outputs.filter(takesRecords);
  if (to !== undefined && to !== SEGMENTS) {
    const requested = outputs.find(({ id }) => id === to);
    if (requested !== undefined && (allowsSegments === true || takesRecords(requested))) return requested;
    const ids = (allowsSegments === true ? outputs : ofRecords).map(({ id }) => id);
    const reason = requested === undefined ? `there is no format '${to}'` : `${to} takes segments, and this command writes records`;
    throw new UsageError(`--to: ${reason}. Allowed are ${[...ids, SEGMENTS].join(', ')}.`);
  }
  const extension = formatExtension(out ?? '');
  return ofRecords.find((one) => one.extension === (OTHER_EXTENSIONS[extension] ?? extension)) ?? DEFAULT_FORMAT;
}

const takesRecords = ({ takes = 'records' }: Format): boolean => takes === 'records';

/** The names that a file of records may have: a format that --to names may be written under the extension of another. */
export function nameRule(format: Format, outputs: readonly OutputOptions[]): NameRule {
  const all = outputs.filter(takesRecords).map(({ extension }) => extension);
  return { extensions: [...new Set([format.extension, ...all, ...Object.keys(OTHER_EXTENSIONS)])], added: format.extension };
}

/** Throws UsageError when the output would replace an input. */
export function refuseToReplaceInput(out: string | undefined, inputs: readonly Input[], option = '--out'): void {
  if (out === undefined || !inputs.some(({ path }) => path !== undefined && (path === out || isSameFile(path, out)))) return;
  throw new UsageError(`${out} is an input. Name another file with ${option}.`);
}
