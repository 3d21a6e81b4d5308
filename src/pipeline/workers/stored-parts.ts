import { createHash } from 'node:crypto';
import type { EdiSource } from '../../io/edi-source';
import type { OutputPart } from '../../plugin/output.plugin';
import type { EngineContext } from '../context';
import type { ConversionOptions, FileChunk } from '../conversion.types';
import type { Counts } from '../counts';
import { FIRST_FILE } from '../output-files';
import { beginRun } from '../run';
import { openOutput } from '../write-results';
import { type CutInput, cutFile, NotDivisible } from './file-cutter';
import type { FilePart, FileSpan } from './file-part';
import { partChunks } from './part-chunks';
import { addCounts, cutOptions, fits, mayBeOtherFormat, type PartsBefore } from './part-rules';
import { MAX_HEAD_BYTES } from '../formats/head-bytes';

/** What a part leaves that was converted elsewhere: plain values, which can be stored. States are digests, because a state may show values of the file. */
export interface StoredPartResult {
  /** Undefined if the output cannot join the part, and for an output that joins none. */
  readonly output: OutputPart | undefined;
  readonly counts: Counts;
  readonly begin: string | undefined;
  readonly end: string | undefined;
  readonly findings: number;
  readonly unread: number;
  readonly hasFailed: boolean;
}

/** A part whose output is stored. */
export interface StoredPart extends StoredPartResult {
  /** The files of its output: '' for the first. */
  readonly files: readonly string[];
  /** Reads one of them. */
  readonly read: (file: string) => AsyncIterable<Uint8Array>;
}

/** Cuts a file into parts of so many bytes, by one reading of it; undefined for a file or a conversion that cannot be divided. */
export async function cutSource(
  context: EngineContext,
  options: ConversionOptions,
  bytes: AsyncIterable<Uint8Array>,
  partBytes: number,
): Promise<readonly FilePart[] | undefined> {
  const run = beginRun(context, options);
  const { joins, splits } = run.options.output.options;
  if (joins !== true && splits !== true) return undefined;
  const input = new StreamInput(bytes);
  try {
    if (mayBeOtherFormat(await input.head(), run)) return undefined;
    const parts: FilePart[] = [];
    for await (const part of cutFile(input, cutOptions(run, partBytes, false))) parts.push(part);
    return parts.length > 1 ? parts : undefined;
  } catch (error) {
    if (error instanceof NotDivisible) return undefined;
    throw error;
  } finally {
    await input.close();
  }
}

/** The pieces of a stream as the input of a cutter. */
class StreamInput implements CutInput {
  private readonly pieces: AsyncIterator<Uint8Array, unknown>;
  private piece: Uint8Array = new Uint8Array();

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.pieces = bytes[Symbol.asyncIterator]();
  }

  /** The first bytes, which are read again. */
  async head(): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for (let held = 0; held < MAX_HEAD_BYTES && (await this.next()); held += this.piece.length) pieces.push(this.piece);
    this.piece = Buffer.concat(pieces);
    return Buffer.from(this.piece.subarray(0, MAX_HEAD_BYTES));
  }

  async read(memory: Buffer, offset: number, length: number): Promise<{ readonly bytesRead: number }> {
    if (this.piece.length === 0 && !(await this.next())) return { bytesRead: 0 };
    const bytes = this.piece.subarray(0, length);
    memory.set(bytes, offset);
    this.piece = this.piece.subarray(bytes.length);
    return { bytesRead: bytes.length };
  }

  async close(): Promise<void> {
    await this.pieces.return?.();
  }

  private async next(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.pieces.next();
      if (done === true) return false;
      this.piece = value;
      if (value.length > 0) return true;
    }
  }
}

/** A part of a file that is converted by itself. */
export interface PartOfSource {
  /** Its `open` gives the bytes of the part. */
  readonly source: EdiSource;
  readonly part: FilePart;
  /** Reads bytes of the file before the part. */
  readonly read: (start: number, end: number) => Promise<Buffer>;
}

/** Yields the output of a part, and returns what is stored beside it. */
export async function* convertPart(
  context: EngineContext,
  options: ConversionOptions,
  { source, part, read }: PartOfSource,
): AsyncGenerator<FileChunk, StoredPartResult, undefined> {
  const spans = part.context?.spans ?? [];
  const before = new Map<string, Buffer>();
  for (const span of spans) before.set(keyOf(span.from.byteOffset, span.to), await read(span.from.byteOffset, span.to));
  const log = { part, read: (start: number, end: number) => before.get(keyOf(start, end)) ?? Buffer.alloc(0), findings: 0, unread: 0, hasFailed: false };
  const run = { ...beginRun(context, { ...options, reusesChunks: true }, options), log };
  const { output, summary, begin, end, findings, unread, hasFailed } = yield* partChunks(run, source, true, false);
  return { output, counts: { ...summary }, begin: digestOf(begin), end: digestOf(end), findings, unread, hasFailed };
}

const keyOf = (start: FileSpan['to'], end: FileSpan['to']): string => `${start}-${end}`;

function digestOf(state: string | undefined): string | undefined {
  return state === undefined ? undefined : createHash('sha256').update(state).digest('base64');
}

/** A join of stored parts: its output, and what was counted. */
export interface PartsJoin extends AsyncIterable<FileChunk> {
  readonly counts: Counts;
  /** True for an output that is split: each file is whole when another one begins. */
  readonly isSplit: boolean;
  /** Set when the parts do not fit together: the output is worthless then, and the file has to be converted whole. */
  readonly isRefused: boolean;
}

/** Joins the parts of a file in their order; where an output is split, the files of each part get its number. */
export function joinParts(context: EngineContext, options: ConversionOptions, parts: readonly StoredPart[]): PartsJoin {
  const run = beginRun(context, { ...options, reusesChunks: true });
  const isSplit = run.options.output.options.joins !== true;
  const join = { counts: run.counts, isSplit, isRefused: !areWhole(parts, isSplit) };
  const before: { -readonly [Key in keyof PartsBefore]: PartsBefore[Key] } = { findings: 0, unread: 0, end: undefined };
  run.counts.files = 1;
  const take = (part: StoredPart): boolean => {
    options.signal?.throwIfAborted();
    if (!fits(part, before, part === parts[0], run, false)) return false;
    addCounts(run.counts, part.counts);
    before.findings += part.findings;
    before.unread += part.unread;
    before.end = part.end;
    return true;
  };
  const split = async function* (): AsyncGenerator<FileChunk, void, undefined> {
    join.isRefused ||= !parts.every(take);
    if (join.isRefused) return;
    for (const [index, part] of parts.entries()) for (const file of part.files) yield* withoutStart(`${file}${partName(index)}`, part.read(file), 0);
  };
  const joined = async function* (): AsyncGenerator<FileChunk, void, undefined> {
    if (join.isRefused) return;
    const { session, files } = openOutput(run, true);
    const out = files.open(FIRST_FILE);
    try {
      for (const part of parts) {
        const isFitting = part.output !== undefined && take(part);
        const leftOut = isFitting ? (part.files.length > 0 ? session.join(part.output, out) : 0) : undefined;
        if (leftOut === undefined) {
          join.isRefused = true;
          return;
        }
        yield* files.written(true);
        for (const file of part.files) yield* withoutStart(file, part.read(file), file === FIRST_FILE ? leftOut : 0);
      }
      session.joined(parts.flatMap(({ output }) => (output === undefined ? [] : [output])));
      for (const _part of session.end(out)) yield* files.written(true);
      yield* files.written(true);
    } finally {
      session.close();
    }
  };
  return Object.assign(join, { [Symbol.asyncIterator]: isSplit ? split : joined });
}

/** `-part-0001` for the first part. */
const partName = (index: number): string => `-part-${String(index + 1).padStart(4, '0')}`;

/** A file without any record is converted whole: it fails as it does in one piece. */
function areWhole(parts: readonly StoredPart[], isSplit: boolean): boolean {
  return parts.some(({ counts }) => counts.records > 0) && (isSplit || parts.every(({ output }) => output !== undefined));
}

async function* withoutStart(file: string, bytes: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<FileChunk, void, undefined> {
  let left = count;
  for await (const chunk of bytes) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    if (skipped < chunk.length) yield { file, bytes: Buffer.from(chunk.buffer, chunk.byteOffset + skipped, chunk.length - skipped) };
  }
}
