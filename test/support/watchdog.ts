import { Worker } from 'node:worker_threads';

/** Runs in a thread of its own: ends the process when the counter stood still, because a hang stops everything else. */
const SCRIPT = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const beats = new Int32Array(workerData.memory);
let last = -1;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now === last) {
    const text = Buffer.from(new Uint8Array(workerData.memory, 8, beats[1]));
    writeSync(2, 'Hangs for ' + workerData.seconds + ' seconds on: ' + text + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
  last = now;
}, workerData.seconds * 1000);
`;

const TEXT_BYTES = 1 << 16;

/** Watches work that must not hang. */
export interface Watchdog {
  /** Says that the work goes on, and with which input, which is shown when this was the last beat. */
  beat(input: Buffer): void;
  stop(): Promise<void>;
}

/** So long that a slow machine never takes as much over one input: only what hangs does. */
const HANG_SECONDS = 120;

/** Starts a watchdog that ends the process when no beat comes for two minutes. */
export function startWatchdog(): Watchdog {
  const memory = new SharedArrayBuffer(8 + TEXT_BYTES);
  const beats = new Int32Array(memory, 0, 2);
  const text = Buffer.from(memory, 8, TEXT_BYTES);
  const worker = new Worker(SCRIPT, { eval: true, workerData: { memory, seconds: HANG_SECONDS } });
  worker.unref();
  return {
    beat: (input) => {
      beats[1] = text.write(JSON.stringify(input.toString('latin1')));
      Atomics.add(beats, 0, 1);
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}
