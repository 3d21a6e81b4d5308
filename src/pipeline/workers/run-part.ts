import { closeSync, openSync, readSync } from 'node:fs';
import type { EdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import type { EdiSource } from '../../io/edi-source';
import { fileSource, unreadable } from '../../io/file-source';
import type { ConversionResult } from '../conversion-sink';
import { readRecords } from '../convert';
import { readIssues } from '../issue-sink';
import type { NoticeResult } from '../notices';
import { beginRun, type Run } from '../run';
import { openOutput, writeResults } from '../write-results';
import type { FilePart, PartLog } from './file-part';
import { PartWriter } from './part-output';
import type { PartError, PartResult, PartSource, PartTask } from './part-task';
import { closeEngine, openEngine } from './thread-engine';

const READ_BYTES = 1 << 18;

/** Memory for the output of a part at first; it grows. */
const OUTPUT_BYTES = 4 << 20;

const rooms: Buffer[] = [];

/** Converts a part of a file in a worker thread. Failures of the input are in the output; anything else is thrown. */
export async function runPart(task: PartTask): Promise<PartResult> {
  const errors: PartError[] = [];
  const { context } = openEngine(task, (error) => void errors.push(error));
  const issues: Issue[] = [];
  const hooks = task.wantsIssues ? { onIssue: (issue: Issue) => void issues.push(issue) } : {};
  const file = task.part && new PartFile(task.source.path, task.part);
  try {
    const begun = beginRun(context, { ...task.options, reusesChunks: true }, hooks);
    const run: Run = file === undefined ? begun : { ...begun, log: file.log };
    const source = file === undefined ? wholeSource(task.source) : { ...task.source, open: () => file.bytes() };
    return { ...(await write(run, source, task)), issues, errors };
  } finally {
    file?.close();
    closeEngine();
  }
}

const wholeSource = (source: PartSource): EdiSource => ({ ...source, open: () => fileSource(source.path).open() });

async function write(run: Run, source: EdiSource, { hasFiles, validatesOnly, memory }: PartTask): Promise<Omit<PartResult, 'issues' | 'errors'>> {
  const output = openOutput(run, hasFiles, true);
  let failure: PartError | undefined;
  const results = validatesOnly ? readIssues(run) : readRecords(run, output.session);
  const watched = async function* (): AsyncGenerator<ConversionResult | NoticeResult> {
    for await (const result of results([source])) {
      if (failure === undefined && result.kind === 'notice' && result.error) failure = plainError(result.error, source.name);
      yield result;
    }
  };
  const written = new PartWriter(memory ?? new ArrayBuffer(OUTPUT_BYTES));
  for await (const { file, bytes } of writeResults(output, run)(watched())) written.write(file, bytes);
  const { begin, end, findings = 0, unread = 0, hasFailed = false } = run.log ?? {};
  return { written: written.end(), output: output.partState, summary: run.counts, failure, begin, end, findings, unread, hasFailed };
}

const plainError = ({ code, message }: EdiError, fileName: string): PartError => ({ code, message, fileName });

/** A part of a file, open. */
class PartFile {
  readonly log: PartLog;
  private readonly descriptor: number;

  constructor(path: string, part: FilePart) {
    try {
      this.descriptor = openSync(path, 'r');
    } catch (error) {
      throw unreadable(error);
    }
    this.log = { part, read: (start, end) => this.read(start, end), findings: 0, unread: 0, hasFailed: false };
  }

  /** The bytes of the part: this thread has nothing else to do while it reads. */
  async *bytes(): AsyncGenerator<Buffer, void, undefined> {
    const { from, to = Infinity } = this.log.part;
    for (let position = from.byteOffset, piece = 0; position < to; piece++) {
      const bytes = this.read(position, Math.min(to, position + READ_BYTES), roomFor(piece));
      if (bytes.length === 0) return;
      position += bytes.length;
      yield bytes;
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private read(start: number, end: number, bytes: Buffer = Buffer.allocUnsafe(end - start)): Buffer {
    try {
      return bytes.subarray(0, readSync(this.descriptor, bytes, 0, end - start, start));
    } catch (error) {
      throw unreadable(error);
    }
  }
}

/** Memory for a piece of a part. Records refer to the pieces of their part until it ends; the next part overwrites them. */
const roomFor = (piece: number): Buffer => (rooms[piece] ??= Buffer.allocUnsafeSlow(READ_BYTES));
