import { closeSync, openSync, readSync } from 'node:fs';
import { EdiError } from '../../common/edi-error';
import { originOf } from '../../common/error-origin';
import { collectYoung } from '../../common/short-lived-objects';
import type { EdiSource } from '../../io/edi-source';
import { fileSource, unreadable } from '../../io/file-source';
import type { EngineContext } from '../context';
import { convertToFiles } from '../convert';
import { forgetRecords } from '../record-item';
import { beginRun, type Run, type RunHooks } from '../run';
import type { FilePart, PartLog } from './file-part';
import { partChunks, type Written } from './part-chunks';
import { PartWriter } from './part-output';
import type { PartError, PartResult, PartSource, PartTask, PlainOptions, ReportedIssue, TaskResult, ThrownFailure } from './part-task';
import { closeEngine, openEngine } from './thread-engine';

/** With an 837, pieces of 64 KiB take two threads some 2 % more CPU time; those of 256 KiB take 6 to 10 MB more for each thread. */
const READ_BYTES = 1 << 17;

/** Memory for the pieces of parts, one after the other: their reader copies what it keeps. */
let room: Buffer | undefined;

/** The reports about one file: what the other thread passes to its listeners. */
interface FileReports {
  readonly issues: ReportedIssue[];
  readonly errors: PartError[];
  /** The errors themselves, by the index of their report. */
  readonly errorObjects: EdiError[];
}

/**
 * Converts a part of a file, or files, in a worker thread. Failures of the input are in the output; other failures leave a file to the other thread.
 *
 * What the last task has left is dead by then, and is collected. What is there at two collections becomes old, and keeps alive what it refers to until all
 * old objects are collected: so the caller of the last task ends first, and nothing of this one is there yet.
 */
export async function runPart(task: PartTask): Promise<TaskResult> {
  await Promise.resolve();
  collectYoung();
  return convertTask(task);
}

async function convertTask(task: PartTask): Promise<TaskResult> {
  let reports: FileReports | undefined;
  const { context } = openEngine(task, (error, fileName) => {
    reports?.errors.push({ code: error.code, message: error.message, fileName, origin: originOf(error.cause) });
    reports?.errorObjects.push(error);
  });
  const writer = new PartWriter([...task.blocks]);
  const results: ((Omit<PartResult, 'written'> & { readonly runs: PartResult['written']['runs'] }) | undefined)[] = [];
  try {
    for (const source of task.sources) {
      reports = { issues: [], errors: [], errorObjects: [] };
      try {
        const { failure, ...written } = await convertSource(source, task, { context, reports, writer });
        const { issues, errors } = reports;
        results.push({ issues, errors, failure: failure && thrownFailure(failure, source.name, reports), runs: writer.takeRuns(), ...written });
      } catch {
        // The thread that asked converts the file and meets the same error.
        writer.discard();
        results.push(undefined);
      }
    }
  } finally {
    closeEngine();
    forgetRecords();
  }
  const { blocks } = writer;
  return results.map((result) => {
    if (result === undefined) return undefined;
    const { runs, ...rest } = result;
    return { written: { blocks, runs }, ...rest };
  });
}

/** What the conversion of a file works with. */
interface FileTools {
  readonly context: EngineContext;
  readonly reports: FileReports;
  readonly writer: PartWriter;
}

async function convertSource(source: PartSource, task: PartTask, tools: FileTools): Promise<Written> {
  const { issues } = tools.reports;
  const hooks: RunHooks = task.wantsIssues ? { onIssue: (issue, fileName) => void issues.push({ issue, fileName }) } : {};
  if (task.output === 'files') return writeFiles(wholeSource(source), task, { hooks, ...tools });
  const file = task.part && new PartFile(source.path, task.part);
  try {
    const begun = beginRun(tools.context, optionsOf(task), hooks);
    const run: Run = file === undefined ? begun : { log: file.log, ...begun };
    return await writePart(run, file === undefined ? wholeSource(source) : { open: () => file.bytes(), ...source }, task, tools.writer);
  } finally {
    file?.close();
  }
}

/** Options of a conversion whose chunks are copied at once. */
function optionsOf({ options: { reusesChunks: _reuses, ...options } }: PartTask): PlainOptions {
  return { reusesChunks: true, ...options };
}

const wholeSource = (source: PartSource): EdiSource => ({ open: (options) => fileSource(source.path).open(options), ...source });

async function writePart(run: Run, source: EdiSource, { hasFiles, output: kind }: PartTask, writer: PartWriter): Promise<Written> {
  const chunks = partChunks(run, source, hasFiles, kind === 'issues');
  for (;;) {
    const { done, value } = await chunks.next();
    if (done === true) return value;
    writer.write(value.file, value.bytes);
  }
}

/** Writes a file as the only one of a conversion. */
async function writeFiles(source: EdiSource, task: PartTask, { context, writer, hooks }: FileTools & { readonly hooks: RunHooks }): Promise<Written> {
  const conversion = convertToFiles(context, [source], { ...optionsOf(task), ...hooks });
  const written = { output: undefined, summary: conversion.summary, begin: undefined, end: undefined, findings: 0, unread: 0, hasFailed: false };
  try {
    for await (const { file, bytes } of conversion) writer.write(file, bytes);
    return { ...written, failure: undefined };
  } catch (error) {
    if (!(error instanceof EdiError)) throw error;
    return { ...written, failure: error };
  }
}

function thrownFailure(error: EdiError, fileName: string, { issues, errorObjects }: FileReports): ThrownFailure {
  const { code, message, cause } = error;
  const found = (index: number): number | undefined => (index < 0 ? undefined : index);
  return {
    code,
    message,
    fileName,
    origin: originOf(cause),
    issue: found(issues.findIndex(({ issue }) => issue === cause)),
    error: found(errorObjects.indexOf(error)),
  };
}

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
    room ??= Buffer.allocUnsafeSlow(READ_BYTES);
    for (let position = from.byteOffset; position < to;) {
      const bytes = this.read(position, Math.min(to, position + READ_BYTES), room);
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
