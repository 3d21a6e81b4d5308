import { toEdiError } from '../common/edi-error';
import type { StorageEnvironment } from '../storage/storage';
import { NotPublished } from './batch.types';
import { failureOf } from './convert-stored';
import { inProcessConverter } from './in-process-converter';
import type { FromProcess, ToProcess } from './process-messages';

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
      const mayPublish = (): Promise<boolean> =>
        new Promise((resolve) => {
          allow = resolve;
          channel.send({ kind: 'may-publish' });
        });
      const hooks = { signal: current.signal, mayPublish, onBytes: bytesReporter(channel) };
      working = converter.convertFile(message.reference, message.options, hooks).then(
        (result) => channel.send({ kind: 'done', result }),
        (error: unknown) => channel.send(error instanceof NotPublished ? { kind: 'not-published' } : { kind: 'failed', failure: failureOf(toEdiError(error)) }),
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

function bytesReporter(channel: Channel): (count: number) => void {
  let unreported = 0;
  return (count) => {
    unreported += count;
    if (unreported < REPORT_BYTES) return;
    channel.send({ kind: 'bytes', count: unreported });
    unreported = 0;
  };
}
