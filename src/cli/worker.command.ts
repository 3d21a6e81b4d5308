import { USUAL_ATTEMPTS } from '../batch/file-worker';
import { processConverter } from '../batch/process-converter';
import { whyNoEdi } from '../batch/edi-file-names';
import { loadPart } from '../common/optional-part';
import { createConverter } from '../pipeline/create-converter';
import { jobsOf } from './batch-options';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { type LogFormat, type Message, Messages } from './messages';
import { pluginsOf } from './plugin-choice';
import type { RemoteFiles } from './remote-files';
import type { WorkerEvent } from '../batch/queue/run-worker';

/** Options of `clearloop worker`, under the names that the program gives them. */
export interface WorkerOptions {
  readonly jobs?: number;
  readonly settleSeconds: number;
  readonly log: LogFormat;
}

/** Works for the queue until it is interrupted. Throws EdiError where queue or ledger cannot be reached at the start. */
export async function workerCommand(options: WorkerOptions, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  const { openLedger } = await loadPart('A worker', () => import('../batch/ledger/open-ledger.js'));
  const { openQueue } = await loadPart('A worker', () => import('../batch/queue/batch-queue.js'));
  const { runWorker } = await import('../batch/queue/run-worker.js');
  const messages = new Messages(io, options.log);
  const queue = await openQueue(io.environment);
  const ledger = await openLedger(io.environment, io.now);
  const slots = jobsOf(options.jobs);
  const converter = processConverter({ slots, environment: io.environment });
  const { fileExtensions } = createConverter({ plugins: pluginsOf(io) });
  messages.write({ level: 'info', message: `The worker converts ${slots} files at a time.`, details: { event: 'started', jobs: slots } });
  try {
    await runWorker({
      ledger,
      queue,
      storages: await files.open(),
      converter,
      signal: io.signal,
      whyNot: (name) => whyNoEdi(name, fileExtensions),
      attempts: { ...USUAL_ATTEMPTS, settleMilliseconds: options.settleSeconds * 1000 },
      onEvent: (event) => messages.write(messageOf(event)),
    });
  } finally {
    await converter.close();
    await queue.close().catch(() => undefined);
    await ledger.close();
  }
  messages.write({ level: 'info', message: 'The worker has stopped.', details: { event: 'stopped' } });
  return EXIT.ok;
}

/** Errors whose messages name servers, and no files. */
const SHOWN_CODES: ReadonlySet<string> = new Set(['EDI_LEDGER_UNAVAILABLE', 'EDI_QUEUE_UNAVAILABLE']);

/** Names of files are in the ledger; the log has their ids. */
function messageOf(event: WorkerEvent): Message {
  if (event.kind === 'trouble') {
    const { code, message } = event;
    return { level: 'error', message: SHOWN_CODES.has(code) ? message : `${code}: "clearloop batch status ID" says more.`, code };
  }
  const { batchId, state } = event;
  if (event.kind === 'batch') return { level: 'info', message: `Batch ${batchId} ${state}`, details: { event: 'batch', batch: batchId, state } };
  const { fileId, code } = event;
  const level = state === 'failed' || state === 'quarantined' ? 'warning' : 'info';
  return { level, message: `Batch ${batchId} file ${fileId} ${state}`, code, details: { event: 'file', batch: batchId, fileId, state } };
}
