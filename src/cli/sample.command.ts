import { join } from 'node:path';
import { openFileTarget } from '../io/file-target';
import { type OutputTarget, ReaderGone, streamTarget } from '../io/output-target';
import { createConverter } from '../pipeline/create-converter';
import type { SampleInfo, Sampler, SampleSummary } from '../pipeline/sampling/sampling.types';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { pluginsOf } from './plugin-choice';
import { countText, sizeText } from './size-text';
import { tableText } from './table-text';
import { UsageError } from './usage-error';

/** Options of `clearloop sample`, under their names in the program. */
export interface SampleCommandOptions {
  readonly claims?: number;
  readonly size?: number;
  readonly seed?: number;
  readonly faults?: string;
  readonly out?: string;
}

/** Writes synthetic files, or lists what can be written. Throws UsageError and EDI_BAD_PARAMETER. */
export async function sampleCommand(names: readonly string[], options: SampleCommandOptions, io: CommandIo): Promise<ExitCode> {
  const sampler = createConverter({ plugins: pluginsOf(io) });
  if (names.length === 0) {
    io.stdout.write(listText(sampler.samples));
    return EXIT.ok;
  }
  const { out } = options;
  if (out === undefined && names.length > 1) throw new UsageError('--out: name a folder for several samples.');
  const isFolder = names.length > 1 || (out?.endsWith('/') ?? false);
  try {
    for (const name of names) {
      const path = out !== undefined && isFolder ? join(out, `${name.toLowerCase()}.edi`) : out;
      await writeSample({ name, path }, { sampler, options, io });
    }
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    if (!(error instanceof ReaderGone)) throw error;
  }
  return EXIT.ok;
}

interface Work {
  readonly sampler: Sampler;
  readonly options: SampleCommandOptions;
  readonly io: CommandIo;
}

async function writeSample({ name, path }: { readonly name: string; readonly path: string | undefined }, { sampler, options, io }: Work): Promise<void> {
  const { claims, size, seed, faults } = options;
  const sampling = sampler.sample(name, {
    signal: io.signal,
    ...(claims === undefined ? {} : { records: claims }),
    ...(size === undefined ? {} : { bytes: size }),
    ...(seed === undefined ? {} : { seed }),
    ...(faults === undefined ? {} : { faults }),
  });
  const target: OutputTarget = path === undefined ? streamTarget(io.stdout) : await openFileTarget(path);
  try {
    for await (const piece of sampling) await target.write(piece);
    await target.commit();
  } catch (error) {
    await target.discard();
    throw error;
  }
  if (path !== undefined) io.stderr.write(`${path}: ${summaryText(sampling.summary)}\n`);
}

function summaryText({ bytes, records, faults }: SampleSummary): string {
  return `${countText(records, 'record')}, ${sizeText(bytes)}${faults.length > 0 ? `, faults: ${faults.join(', ')}` : ''}`;
}

const listText = (samples: readonly SampleInfo[]): string => {
  const rows = samples.map(({ id, title, records, faults }) => [id, title, records, faults.map((fault) => fault.id).join(' ')]);
  return tableText([['name', 'title', 'records', 'faults'], ...rows]);
};
