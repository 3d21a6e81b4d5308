import { Gauge, type Registry } from 'prom-client';
import { FILE_STATES } from '../../batch/batch.types';
import type { BatchFigures, BatchStatusReader } from '../batches/batch-status';

const SECONDS_OF_RATE = 60;

/** Adds the metrics of batches. They are those of the ledger and the queue, so that every service that shares them shows the same: take one of them, or the maximum. */
export function addBatchMetrics(registry: Registry, status: BatchStatusReader): void {
  const gauge = (name: string, help: string, read: (figures: BatchFigures) => number | undefined): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const now = await status.figures();
        const value = now === undefined ? undefined : read(now);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  gauge('clearloop_batch_ledger_up', '1 when the ledger of batches answers, else 0.', ({ ledger }) => (ledger === undefined ? 0 : 1));
  gauge('clearloop_batch_queue_up', '1 when the queue of batches answers, else 0.', ({ queue }) => (queue === undefined ? 0 : 1));
  gauge(
    'clearloop_batch_queue_waiting',
    'Jobs that wait in the queue; at most about 1,000, the other files wait in the ledger.',
    ({ queue }) => queue?.waiting,
  );
  gauge('clearloop_batch_queue_active', 'Jobs that workers have.', ({ queue }) => queue?.active);
  gauge('clearloop_batches_running', 'Batches that have not ended.', ({ ledger }) => ledger?.batches);
  gauge('clearloop_batch_attempts', 'Times that the files of running batches were begun.', ({ ledger }) => ledger?.attempts);
  gauge('clearloop_batch_files_per_second', 'Files that ended within the last minute, a second.', ({ ledger }) =>
    ledger === undefined ? undefined : ledger.endedInLastMinute / SECONDS_OF_RATE,
  );
  new Gauge({
    name: 'clearloop_batch_files',
    help: 'Files of running batches, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const ledger = (await status.figures())?.ledger;
      for (const state of FILE_STATES) {
        if (ledger === undefined) this.remove({ state });
        else this.set({ state }, ledger.states[state]);
      }
    },
  });
}
