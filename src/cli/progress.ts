import { MultiBar, Presets } from 'cli-progress';
import type { CommandIo } from './command-io';
import { sizeText } from './size-text';

/** A progress bar on standard error, always its last line. */
export interface Progress {
  add(bytes: number): void;
  /** Sets how many bytes there are in all, and how many are done, where a total was given. */
  set(doneBytes: number, totalBytes: number): void;
  /** Writes a line above the bar. A line that is longer than the terminal is wide wraps. */
  log(line: string): void;
  stop(): void;
}

const UPDATES_PER_SECOND = 8;

/** Columns of the bar itself, and of the numbers next to it. */
const MAX_BAR = 40;
const MIN_BAR = 10;
const NUMBERS = 58;

/** Starts a bar of bytes, rate and time left; without a total it shows bytes and rate. */
export function startProgress(io: CommandIo, totalBytes: number | undefined): Progress {
  const start = io.clock();
  let done = 0;
  let total = totalBytes ?? 1;
  const texts = (): { readonly size: string; readonly rate: string; readonly all: string } => {
    const seconds = Math.max(0.001, (io.clock() - start) / 1000);
    return { size: sizeText(done), rate: `${sizeText(done / seconds)}/s`, all: sizeText(total) };
  };
  const format = totalBytes === undefined ? '{size} | {rate}' : '{bar} {percentage}% | {size} of {all} | {rate} | {eta_formatted} left';
  // With line wrap on, cli-progress cuts the bar to the width of the terminal, so that it takes one line whatever the terminal does.
  const barsize = Math.max(MIN_BAR, Math.min(MAX_BAR, (io.stderr.columns ?? MAX_BAR + NUMBERS) - NUMBERS));
  const bars = new MultiBar(
    {
      format,
      barsize,
      stream: io.stderr,
      clearOnComplete: true,
      hideCursor: false,
      linewrap: true,
      forceRedraw: true,
      gracefulExit: false,
      fps: UPDATES_PER_SECOND,
      etaBuffer: 50,
    },
    Presets.shades_grey,
  );
  const bar = bars.create(total, 0, texts());
  let isRunning = true;
  return {
    add: (bytes) => {
      done += bytes;
      bar.update(totalBytes === undefined ? 0 : Math.min(done, total), texts());
    },
    set: (doneBytes, newTotal) => {
      done = doneBytes;
      total = Math.max(1, newTotal);
      bar.setTotal(total);
      bar.update(Math.min(done, total), texts());
    },
    log: (line) => {
      if (!isRunning) return void io.stderr.write(`${line}\n`);
      bars.log(`${line}\n`);
      bars.update();
    },
    stop: () => {
      if (isRunning) bars.stop();
      isRunning = false;
    },
  };
}
