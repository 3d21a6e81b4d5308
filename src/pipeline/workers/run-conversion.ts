import { originOf } from '../../common/error-origin';
import type { EdiSource } from '../../io/edi-source';
import type { ConversionOptions, ConversionSummary, FileChunk } from '../conversion.types';
import type { ConversionTask, PulledChunk } from './conversion-task';
import type { PartError, PartSource } from './part-task';
import { PortCalls } from './port-calls';
import { closeEngine, openEngine } from './thread-engine';

/** Runs a conversion in a worker thread until the other thread closes it. */
export async function runConversion(task: ConversionTask): Promise<void> {
  const stop = new AbortController();
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  let output: Output | undefined;
  const calls: PortCalls = new PortCalls(task.port, {
    pull: async () => pullFrom((output ??= openOutput(task, calls, stop.signal))),
    stop: () => stop.abort(),
    close,
  });
  task.port.once('close', close);
  await closed;
  stop.abort();
  calls.fail(stop.signal.reason);
  // What is under way ends with the signal, which nobody asks about any more.
  await output?.chunks.return(undefined).catch(() => undefined);
  calls.close();
  closeEngine();
}

interface Output {
  readonly summary: ConversionSummary;
  readonly chunks: AsyncGenerator<FileChunk, undefined, undefined>;
}

function openOutput(task: ConversionTask, calls: PortCalls, signal: AbortSignal): Output {
  const engine = openEngine(task, ({ code, message, cause }, fileName) =>
    calls.notify('error', { code, message, fileName, origin: originOf(cause) } satisfies PartError),
  );
  const options: ConversionOptions = {
    ...task.options,
    reusesChunks: true,
    signal,
    ...(task.wantsIssues ? { onIssue: (issue, fileName) => calls.notify('issue', { issue, fileName }) } : {}),
    ...(task.admitsRecords ? { admitLargeRecord: async () => admitted(calls) } : {}),
  };
  const conversion = engine[task.operation](sourcesFrom(calls), options);
  return { summary: conversion.summary, chunks: chunksOf(conversion) };
}

async function* chunksOf(conversion: AsyncIterable<FileChunk | Buffer>): AsyncGenerator<FileChunk, undefined, undefined> {
  for await (const chunk of conversion) yield Buffer.isBuffer(chunk) ? { file: '', bytes: chunk } : chunk;
  return undefined;
}

async function pullFrom({ summary, chunks }: Output): Promise<PulledChunk> {
  const { done, value } = await chunks.next();
  if (done === true) return { summary: { ...summary }, file: '', bytes: undefined };
  return { summary: { ...summary }, file: value.file, bytes: Uint8Array.from(value.bytes) };
}

async function admitted(calls: PortCalls): Promise<() => void> {
  const record = await calls.call('admit');
  return () => calls.notify('release', record);
}

async function* sourcesFrom(calls: PortCalls): AsyncGenerator<EdiSource, void, undefined> {
  for (let source; (source = asSource(await calls.call('nextSource'))) !== undefined;) yield { ...source, open: () => bytesFrom(calls) };
}

async function* bytesFrom(calls: PortCalls): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let bytes; (bytes = asPiece(await calls.call('read')).bytes) !== undefined;) yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } finally {
    calls.notify('closeSource');
  }
}

/** Both ends are of one version. */
function asSource(value: unknown): Omit<PartSource, 'path'> | undefined {
  return value as Omit<PartSource, 'path'> | undefined;
}

function asPiece(value: unknown): { readonly bytes: Uint8Array | undefined } {
  return value as { readonly bytes: Uint8Array | undefined };
}
