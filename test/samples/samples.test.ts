import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { convertText, linesOf, readRecords, sourceOf } from '../support/conversion';
import { inPieces } from '../support/pieces';
import { isLong } from '../support/fuzz';

const isUpdating = process.env['UPDATE_SAMPLES'] === '1';

interface Sample {
  readonly name: string;
  readonly input: Buffer;
  readonly options: ConversionOptions;
  readonly expectation: string;
}

const folders = (path: string): string[] => readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

function readSample(plugin: string, name: string): Sample {
  const folder = join(__dirname, plugin, name);
  return {
    name: `${plugin}/${name}`,
    input: readFileSync(join(folder, 'input.edi')),
    options: parseOptions(readFileSync(join(folder, 'request.json'), 'utf8')),
    expectation: join(folder, 'expected.ndjson'),
  };
}

/** Options are checked by the conversion itself. */
const parseOptions = (text: string): ConversionOptions => JSON.parse(text) as ConversionOptions;

const samples = folders(__dirname).flatMap((plugin) => folders(join(__dirname, plugin)).map((name) => readSample(plugin, name)));

/** The output for an input that comes in pieces. */
async function outputOf({ name, options }: Sample, pieces: readonly Buffer[]): Promise<string> {
  return (await convertText([sourceOf(`${name.split('/').at(-1)}.edi`, ...pieces)], options)).text;
}

describe.each(samples.map((sample, index) => [sample.name, sample, index] as const))('the sample %s', (_name, sample, index) => {
  if (isUpdating) beforeAll(async () => writeFileSync(sample.expectation, await outputOf(sample, [sample.input])));

  // Every way of reading a sample takes its turn in `npm test`.
  const ways = [
    ['byte by byte', 1],
    ['in pieces of 64 KiB', 65_536],
  ] as const;
  it.each([['whole', Number.POSITIVE_INFINITY] as const, ...(isLong ? ways : ways.slice(index % 2).slice(0, 1))])('gives the expected output when it is read %s', async (_how, size) => {
    const output = await outputOf(sample, inPieces(sample.input, Math.min(size, sample.input.length)));
    const expected = readFileSync(sample.expectation, 'utf8');
    // A difference of objects is easier to read than one of text.
    if (output !== expected) expect(linesOf(output)).toEqual(linesOf(expected));
    expect(output).toBe(expected);
  });

  // Resources are no records.
  const isOfRecords = sample.options.output === undefined;
  (isOfRecords ? it : it.skip)('gives the same records as objects', async () => {
    const records = await readRecords([sourceOf(`${sample.name.split('/').at(-1)}.edi`, sample.input)], sample.options);
    expect(records).toEqual(linesOf(readFileSync(sample.expectation, 'utf8')));
  });
});
