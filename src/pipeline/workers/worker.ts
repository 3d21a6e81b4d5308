import { runAlone } from '../output-files';
import type { PartTask, TaskResult } from './part-task';
import { runConversion } from './run-conversion';
import { runPart } from './run-part';

runAlone();

/** The function that a worker thread runs for each task: a TaskResult. */
export async function run(task: PartTask): Promise<TaskResult> {
  try {
    return await runPart(task);
  } catch {
    // The thread that asked converts the files and meets the same error.
    return task.sources.map(() => undefined);
  }
}

export const converse = runConversion;
