import { DamagedInput } from '../common/damaged-input';
import { toEdiError } from '../common/edi-error';
import type { StorageEnvironment } from '../storage/storage';
import { type BatchOptions, type ConversionHooks, NotPublished } from './batch.types';
import { failureOf } from './convert-stored';
import { inProcessConverter } from './in-process-converter';
import type { ConversionWork, FromProcess, ToProcess } from './process-messages';

/** The process, as far as it is talked to. */
export interface Channel {
  send(message: FromProcess): void;
  onMessage(listener: (message: ToProcess) => void): void;
  /** Called when the sender has ended. */
  onClose(listener: () => void): void;
}

/** Bytes between reports of progress. */
const REPORT_BYTES = 4_000_000;

/** Converts the files that a parent process sends, one at a time, until the sender ends. What is in work then is discarded. */
export async function runConversionProcess(channel: Channel, environment: StorageEnvironment): Promise<void> {
  const converter = inProcessConverter({ environment });
  let current: AbortController | undefined;
  let allow: ((isAllowed: boolean) => void) | undefined;
  let working: Promise<void> = Promise.resolve();
  const closed = new Promise<void>((resolve) => channel.onClose(resolve));
  channel.onMessage((message) => {
    if (message.kind === 'abort') current?.abort(new Error('The work was interrupted.'));
    else if (message.kind === 'may-publish') allow?.(message.isAllowed);
    else {
      current = new AbortController();
      const mayPublish: ConversionHooks['mayPublish'] = (outputs) =>
        new Promise((resolve) => {
          allow = resolve;
          channel.send({ kind: 'may-publish', outputs });
        });
      const hooks = { signal: current.signal, mayPublish, onBytes: bytesReporter(channel) };
      working = workOn(message.work, message.options, hooks, converter).then(
        (result) => channel.send({ kind: 'done', result }),
        (error: unknown) => channel.send(answerOf(error)),
      );
    }
  });
  channel.send({ kind: 'ready' });
  await closed;
  current?.abort(new Error('The process that asked has ended.'));
  allow?.(false);
  await working.catch(() => undefined);
  await converter.close();
}

function answerOf(error: unknown): FromProcess {
  if (error instanceof NotPublished) return { kind: 'not-published' };
  return { kind: 'failed', failure: failureOf(toEdiError(error)), isDamaged: error instanceof DamagedInput };
}

function workOn(work: ConversionWork, options: BatchOptions, hooks: ConversionHooks, converter: ReturnType<typeof inProcessConverter>): Promise<unknown> {
  const { parts } = converter;
  if (work.kind === 'file') return converter.convertFile(work.reference, options, hooks);
  if (work.kind === 'divide') return parts.divide(work.reference, work.partBytes, options, hooks.signal);
  return work.kind === 'part' ? parts.convert(work.reference, options, hooks.signal) : parts.join(work.reference, work.parts, options, hooks);
}

function bytesReporter(channel: Channel): (count: number) => void {
  let unreported = 0;
  return (count) => {
    unreported += count;
    if (unreported < REPORT_BYTES) return;
    channel.send({ kind: 'bytes', count: unreported });
    unreported = 0;
  };
}
