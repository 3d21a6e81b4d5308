import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EdiError } from '../common/edi-error';
import type { ConversionOptions } from '../pipeline/conversion.types';
import type { EdiSource } from '../io/edi-source';
import type { Engine } from '../pipeline/engine';

/** One sample of a plugin package: a folder with an input, a request, and the expected output. */
export interface PluginSample {
  readonly name: string;
  readonly input: Buffer;
  readonly options: ConversionOptions;
  /** File of the expected output, which may not be there yet. */
  readonly expectation: string;
}

/** What converts samples. */
export interface SampleRun {
  readonly engine: Engine;
  /** Receives an error that ends an output. */
  readonly onError: (error: EdiError) => void;
}

/** How a sample is read. */
interface Reading {
  readonly how: string;
  readonly pieceSize: number;
}

const READINGS: readonly Reading[] = [
  { how: 'whole', pieceSize: Number.POSITIVE_INFINITY },
  { how: 'byte by byte', pieceSize: 1 },
  { how: 'in pieces of 64 KiB', pieceSize: 65_536 },
];

/**
 * Reads the samples in the folder `samples` of a package, in the order of their names: `input.edi`, an optional `request.json` with the options of the
 * conversion, and `expected.` with the extension of the output. Throws EDI_BAD_PARAMETER for an incomplete sample.
 */
export function readSamples(folder: string, engine: Engine): readonly PluginSample[] {
  const samples = join(folder, 'samples');
  if (!existsSync(samples)) return [];
  return readdirSync(samples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => readSample(join(samples, name), name, engine));
}

function readSample(folder: string, name: string, engine: Engine): PluginSample {
  const input = join(folder, 'input.edi');
  if (!existsSync(input)) throw new EdiError('EDI_BAD_PARAMETER', `The sample ${name} has no input.edi.`);
  const options: ConversionOptions = { output: 'ndjson', ...readRequest(join(folder, 'request.json'), name) };
  const output = engine.outputs.find(({ id }) => id === options.output);
  if (output === undefined)
    throw new EdiError('EDI_BAD_PARAMETER', `request.json of the sample ${name} asks for the output '${String(options.output)}', which is none.`);
  return { name, input: readFileSync(input), options, expectation: join(folder, `expected.${output.extension}`) };
}

/** The conversion checks the options itself. */
function readRequest(file: string, name: string): ConversionOptions {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ConversionOptions;
  } catch (cause) {
    throw new EdiError('EDI_BAD_PARAMETER', `request.json of the sample ${name} is no JSON.`, { cause });
  }
}

/**
 * Tests a sample; with `isUpdating`, writes its output as the expected output before. Returns why it failed: a difference, or a mistake in `request.json`.
 * Undefined when it passed.
 */
export async function failureOf(sample: PluginSample, run: SampleRun, isUpdating: boolean): Promise<string | undefined> {
  try {
    if (isUpdating) await updateSample(sample, run);
    return await differenceOf(sample, run);
  } catch (error) {
    if (!(error instanceof EdiError) || error.code !== 'EDI_BAD_PARAMETER') throw error;
    return `its request.json has a mistake: ${error.message}`;
  }
}

/** Writes the output of a sample as the expected output. */
async function updateSample(sample: PluginSample, run: SampleRun): Promise<void> {
  writeFileSync(sample.expectation, await outputOf(sample, Number.POSITIVE_INFINITY, run));
}

/** Converts a sample in every way. Returns the first difference from the expected output; undefined when there is none. */
async function differenceOf(sample: PluginSample, run: SampleRun): Promise<string | undefined> {
  if (!existsSync(sample.expectation)) return `there is no ${fileNameOf(sample)}. Look at what comes out, and keep it with --update.`;
  const expected = readFileSync(sample.expectation, 'utf8');
  for (const { how, pieceSize } of READINGS) {
    const output = await outputOf(sample, pieceSize, run);
    if (output !== expected) return `read ${how}, ${lineDifference(expected, output, fileNameOf(sample))}`;
  }
  return undefined;
}

/**
 * An error that nothing could be converted for is an output too: its code and message. A mistake in the options of `request.json` is none: it is thrown.
 */
async function outputOf(sample: PluginSample, pieceSize: number, { engine, onError }: SampleRun): Promise<string> {
  let text = '';
  try {
    for await (const chunk of engine.convert([sourceOf(sample, pieceSize)], sample.options)) text += chunk.toString('latin1');
  } catch (error) {
    if (!(error instanceof EdiError) || error.code === 'EDI_BAD_PARAMETER') throw error;
    onError(error);
    text += Buffer.from(`${error.code}: ${error.message}\n`).toString('latin1');
  }
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** Ids depend on the name of a file, which is that of the sample. */
function sourceOf({ name, input }: PluginSample, pieceSize: number): EdiSource {
  const size = Math.min(pieceSize, Math.max(input.length, 1));
  return {
    name: `${name}.edi`,
    open: async function* () {
      for (let start = 0; start < input.length; start += size) yield input.subarray(start, start + size);
    },
  };
}

function lineDifference(expected: string, output: string, file: string): string {
  const [wanted, got] = [expected.split('\n'), output.split('\n')];
  const line = wanted.findIndex((one, i) => one !== got[i]);
  const at = line < 0 ? wanted.length : line;
  const from = differenceStart(wanted[at] ?? '', got[at] ?? '');
  return `line ${at + 1} of ${file} differs:\n  expected ${excerpt(wanted[at], from)}\n  got      ${excerpt(got[at], from)}`;
}

/** Characters that are shown before the difference, and of the whole line. */
const SHOWN_BEFORE = 40;
const SHOWN = 160;

function differenceStart(wanted: string, got: string): number {
  let same = 0;
  while (same < wanted.length && wanted[same] === got[same]) same++;
  return Math.max(0, same - SHOWN_BEFORE);
}

function excerpt(line: string | undefined, from: number): string {
  if (line === undefined) return '(nothing)';
  const part = line.slice(from, from + SHOWN);
  return `${from > 0 ? '...' : ''}${part}${from + SHOWN < line.length ? '...' : ''}`;
}

const fileNameOf = ({ expectation }: PluginSample): string => expectation.slice(Math.max(expectation.lastIndexOf('/'), expectation.lastIndexOf('\\')) + 1);
