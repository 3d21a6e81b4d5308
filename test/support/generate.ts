import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { converter } from './conversion';
import type { GeneratedIssue, GenerationOptions } from '../../src/pipeline/generation/generation.types';

const engine = converter();

/** An envelope with nothing to remember about it. */
export const envelope = (transactionType: string) => ({
  interchangeControl: {
    senderIdQualifier: 'ZZ',
    senderId: 'SENDER',
    receiverIdQualifier: 'ZZ',
    receiverId: 'RECEIVER',
    interchangeDate: '2026-01-31',
    interchangeTime: '10:06',
    controlNumber: 1,
  },
  functionalGroup: { transactionType, senderCode: 'S1', receiverCode: 'R1', date: '2026-01-31', time: '10:06', controlNumber: 1 },
});

/** What came of a request. */
export interface Generated {
  readonly edi: string;
  /** Segments without terminators. */
  readonly segments: readonly string[];
  readonly issues: readonly GeneratedIssue[];
}

/** Generates EDI of a request, or of lines of NDJSON, in pieces of a size. */
export async function generate(set: string, request: object | string, options: GenerationOptions = {}, pieceSize = 1 << 16): Promise<Generated> {
  const text = typeof request === 'string' ? request : JSON.stringify(request);
  let edi = '';
  const issues: GeneratedIssue[] = [];
  for await (const piece of engine.generate(set, piecesOf(Buffer.from(text), pieceSize), options)) {
    if (piece.kind === 'edi') edi += piece.bytes.toString();
    else issues.push(piece.issue);
  }
  return { edi, segments: edi.split('~\n').filter(Boolean), issues };
}

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Tells what is wrong with EDI, at every level. */
export async function findIssues(bytes: Buffer, levels = '1-7'): Promise<string> {
  const source = {
    name: 'input.edi',
    open: async function* () {
      yield bytes;
    },
  };
  let found = '';
  for await (const chunk of engine.validate([source], { output: 'ndjson', levels })) found += chunk.toString();
  return found;
}

/** Reads EDI as records, without descriptions. */
export async function readRecords(
  edi: string | Buffer,
  options: Pick<ConversionOptions, 'onIssue'> = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const bytes = Buffer.from(edi);
  const found: Readonly<Record<string, unknown>>[] = [];
  const source = {
    name: 'generated.edi',
    open: async function* () {
      yield bytes;
    },
  };
  for await (const one of engine.records([source], { ...options, descriptions: false, objects: 'all' })) found.push(one);
  return found;
}
