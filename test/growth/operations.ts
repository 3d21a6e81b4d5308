import { createConverter } from '../../src/pipeline/create-converter';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import type { EdiSource } from '../../src/io/edi-source';
import type { GeneratedPiece } from '../../src/pipeline/generation/generation.types';

const engine = createConverter();

/** Bytes that come at a time, as from a network. */
const PIECE = 1 << 16;

/** The limits of the service. */
const LIMITS = { maxRecordSegments: 20_000, maxRecordBytes: 16_000_000, maxSegmentBytes: 10_000_000, maxIssues: 100_000 };

/** Reads all of an output and keeps nothing of it. */
async function drain(output: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of output);
}

export async function* piecesOf(text: string): AsyncGenerator<Buffer, void, undefined> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}

/** An operation on EDI. Failures of the input are part of it: growth is about the way there. */
export type Operation = (input: () => AsyncIterable<Uint8Array>) => Promise<void>;

const sourcesOf = (input: () => AsyncIterable<Uint8Array>): readonly EdiSource[] => [{ name: 'a.edi', open: input }];

const convert =
  (options: ConversionOptions): Operation =>
  async (input) =>
    drain(engine.convert(sourcesOf(input), { ...LIMITS, maxWarnings: -1, ...options }));

/** Every operation on EDI, by name. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'convert to JSON': convert({ output: 'json' }),
  'convert to NDJSON, with validation and warnings': convert({ output: 'ndjson', validate: true, warningsInResponse: true, levels: '1-7' }),
  'convert to CSV': convert({ output: 'csv' }),
  'convert to segments': convert({ output: 'ndjson', convertToSegments: true }),
  'convert whole transactions': convert({ output: 'ndjson', splitTransactions: false, transactionTopLevel: true, convertControlSegments: true }),
  validate: async (input) => drain(engine.validate(sourcesOf(input), { ...LIMITS, output: 'ndjson', levels: '1-7' })),
  annotate: async (input) => drain(engine.validate(sourcesOf(input), { ...LIMITS, output: 'annotated-text', levels: '1-7' })),
  acknowledge: async (input) => drain(engine.acknowledge(sourcesOf(input), LIMITS)),
  parse: async (input) => {
    await engine.parse(sourcesOf(input), { ...LIMITS, acknowledges: true, maxAnswerBytes: 100_000_000 }).readJson();
  },
};

/** Generates EDI, with validation. */
export function generate(set: string, request: () => AsyncIterable<Uint8Array>): AsyncIterable<GeneratedPiece> {
  return engine.generate(set, request(), { levels: '1-7', maxIssues: LIMITS.maxIssues });
}

/** The records of a file, as JSON shows them. */
export async function recordsOf(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const records: Readonly<Record<string, unknown>>[] = [];
  for await (const record of engine.records(sourcesOf(() => piecesOf(text)))) records.push(record);
  return records;
}
