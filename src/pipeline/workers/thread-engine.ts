import type { MessagePort } from 'node:worker_threads';
import type { CodeDirectory } from '../../mapping/code-descriptions';
import type { ErrorListener } from '../context';
import { createConverter } from '../create-converter';
import type { Engine } from '../engine';
import type { CodeAnswer, CodeQuestion, ThreadEngine } from './part-task';

/** The engine of this thread: one, since a process has one set of plugins. */
let engine: { readonly key: string; readonly made: Engine } | undefined;
let port: MessagePort | undefined;
const ignore: ErrorListener = () => undefined;
let report = ignore;

/** Returns the engine of this worker thread for a task. One task has it at a time, until it closes it. */
export function openEngine({ packages, hasCodes, codes }: ThreadEngine, onError: ErrorListener): Engine {
  port = codes;
  report = onError;
  const key = JSON.stringify([packages, hasCodes]);
  if (engine?.key !== key) {
    const made = createConverter({
      plugins: packages,
      onError: (error, fileName) => report(error, fileName),
      ...(hasCodes ? { codes: askingDirectory() } : {}),
    });
    engine = { key, made };
  }
  return engine.made;
}

/** Forgets the task, too: what it has made dies with it. */
export function closeEngine(): void {
  port?.close();
  port = undefined;
  report = ignore;
}

/** Codes are described by the thread that has the database. */
function askingDirectory(): CodeDirectory {
  let last = 0;
  return {
    describe: (codes) =>
      new Promise((resolve) => {
        const id = ++last;
        const asked = port;
        if (asked === undefined) return resolve(new Map());
        const onMessage = (answer: CodeAnswer): void => {
          if (answer.id !== id) return;
          asked.off('message', onMessage);
          resolve(answer.descriptions);
        };
        asked.on('message', onMessage);
        asked.postMessage({ id, codes } satisfies CodeQuestion);
      }),
  };
}
