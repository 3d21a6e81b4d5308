import { createConverter } from '../../src/pipeline/create-converter';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { sourceOf } from '../support/conversion';

const engine = createConverter();

/** Bytes that come at a time, as from a network. */
const PIECE = 1 << 16;

/** Reads all of an output and keeps nothing of it. */
async function drain(output: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of output);
}

const sourcesOf = (text: string): ReturnType<typeof sourceOf>[] => {
  const bytes = Buffer.from(text);
  return [sourceOf('a.edi', ...Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, i) => bytes.subarray(PIECE * i, PIECE * (i + 1))))];
};

const convert =
  (options: ConversionOptions) =>
  async (text: string): Promise<void> =>
    drain(engine.convert(sourcesOf(text), { maxWarnings: -1, ...options }));

/** Every operation on EDI, by name. Failures of the input are part of it: what the growth is about is the way there. */
export const OPERATIONS: Readonly<Record<string, (text: string) => Promise<void>>> = {
  'convert to JSON': convert({ output: 'json' }),
  'convert to NDJSON, with validation and warnings': convert({ output: 'ndjson', validate: true, warningsInResponse: true, maxWarnings: -1, levels: '1-7' }),
  'convert to CSV': convert({ output: 'csv' }),
  'convert to segments': convert({ output: 'ndjson', convertToSegments: true }),
  'convert whole transactions': convert({ output: 'ndjson', splitTransactions: false, transactionTopLevel: true, convertControlSegments: true }),
  validate: async (text) => drain(engine.validate(sourcesOf(text), { output: 'ndjson', levels: '1-7' })),
  annotate: async (text) => drain(engine.validate(sourcesOf(text), { output: 'annotated-text', levels: '1-7' })),
  acknowledge: async (text) => drain(engine.acknowledge(sourcesOf(text))),
  parse: async (text) => {
    await engine.parse(sourcesOf(text), { acknowledges: true }).readJson();
  },
};
