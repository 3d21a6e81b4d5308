import { Presets, SingleBar } from 'cli-progress';
import type { CommandIo } from './command-io';
import { sizeText } from './size-text';

/** A progress bar on standard error. */
export interface Progress {
  add(bytes: number): void;
  /** Makes room for a line of text. */
  clearLine(): void;
  stop(): void;
}

const UPDATES_PER_SECOND = 8;

/** Starts a bar of bytes, rate and time left; without a total it shows bytes and rate. */
export function startProgress(io: CommandIo, totalBytes: number | undefined): Progress {
  const start = io.clock();
  let done = 0;
  const texts = (): { readonly size: string; readonly rate: string } => {
    const seconds = Math.max(0.001, (io.clock() - start) / 1000);
    return { size: sizeText(done), rate: `${sizeText(done / seconds)}/s` };
  };
  const format = totalBytes === undefined ? '{size} | {rate}' : `{bar} {percentage}% | {size} of ${sizeText(totalBytes)} | {rate} | {eta_formatted} left`;
  const bar = new SingleBar(
    { format, stream: io.stderr, clearOnComplete: true, hideCursor: true, fps: UPDATES_PER_SECOND, etaBuffer: 50 },
    Presets.shades_grey,
  );
  bar.start(totalBytes ?? 1, 0, texts());
  return {
    add: (bytes) => {
      done += bytes;
      bar.update(totalBytes === undefined ? 0 : Math.min(done, totalBytes), texts());
    },
    clearLine: () => void io.stderr.write('\r\u001b[K'),
    stop: () => bar.stop(),
  };
}
