import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { PartTask, TaskResult } from './part-task';
import { runConversion } from './run-conversion';
import { runPart } from './run-part';

/** The function that a worker thread runs for each task: a TaskResult, whose memory moves to the thread that asked. */
export async function run(task: PartTask): Promise<unknown> {
  try {
    return moved(await runPart(task));
  } catch {
    // The thread that asked converts the files and meets the same error.
    return task.sources.map(() => undefined) satisfies TaskResult;
  }
}

export const converse = runConversion;

/** Piscina sends the value, and hands over what the list names. All results of a task have the same memory. */
function moved(results: TaskResult): unknown {
  const memory = results.find((result) => result !== undefined)?.written.memory;
  return memory === undefined ? results : move({ [transferableSymbol]: [memory], [valueSymbol]: results });
}
