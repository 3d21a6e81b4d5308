import type { PartResult, PartTask } from './part-task';
import { runPart } from './run-part';

/**
 * The function that a worker thread runs for each task. Gives undefined for what it cannot convert: the thread that asked does it, and meets
 * the same error.
 */
export async function run(task: PartTask): Promise<PartResult | undefined> {
  try {
    return await runPart(task);
  } catch {
    return undefined;
  }
}
