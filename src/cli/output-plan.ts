import { join } from 'node:path';
import type { CommandIo } from './command-io';
import { openFileTarget } from './file-target';
import type { Input } from './inputs';
import { type OutputTarget, streamTarget } from './output-target';
import { isSameFile, statsOf } from './path-state';
import { UsageError } from './usage-error';

/** Formats that the command line writes, by the value of --to, which is the id of the output plugin and the extension. */
export const FORMATS = ['json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** Where output goes: all into one, or one for each source. */
export type OutputPlan =
  | { readonly kind: 'combined'; readonly isStandardOutput: boolean; open(): Promise<OutputTarget> }
  | { readonly kind: 'each'; open(subfolder: string, sourceName: string): Promise<OutputTarget> };

/** Plans the output: a folder (one that exists, or a path that ends with a slash) gets a file for each source, else there is one output. */
export function planOutput(out: string | undefined, format: Format, io: CommandIo): OutputPlan {
  if (out === undefined) return { kind: 'combined', isStandardOutput: true, open: async () => streamTarget(io.stdout) };
  const isFolder = /[/\\]$/.test(out) || statsOf(out)?.isDirectory() === true;
  if (!isFolder) return { kind: 'combined', isStandardOutput: false, open: () => openFileTarget(out) };
  const taken = new Set<string>();
  return { kind: 'each', open: (subfolder, sourceName) => openFileTarget(freePath(join(out, subfolder, sourceName), format, taken)) };
}

/** Gives the format by --to, or by the extension of --out, or JSON. */
export function chooseFormat(to: Format | undefined, out: string | undefined): Format {
  return to ?? (/\.(ndjson|jsonl)$/i.test(out ?? '') ? 'ndjson' : 'json');
}

/** Throws UsageError when the output would replace an input. */
export function refuseToReplaceInput(out: string | undefined, inputs: readonly Input[]): void {
  if (out === undefined || !inputs.some(({ path }) => path !== undefined && isSameFile(path, out))) return;
  throw new UsageError(`${out} is an input. Name another file with --out.`);
}

/** Sources of one name get numbers, so that none replaces another. */
function freePath(path: string, format: Format, taken: Set<string>): string {
  let candidate = `${path}.${format}`;
  for (let number = 2; taken.has(candidate); number++) candidate = `${path}-${number}.${format}`;
  taken.add(candidate);
  return candidate;
}
