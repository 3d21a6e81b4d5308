import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { PartTask } from './part-task';
import { runPart } from './run-part';

/**
 * The function that a worker thread runs for each task. Its output is handed over, not copied. Gives undefined for what it cannot convert: the
 * thread that asked does it, and meets the same error.
 */
export async function run(task: PartTask): Promise<unknown> {
  try {
    const result = await runPart(task);
    return move({ [transferableSymbol]: result.files.map(([, { buffer }]) => buffer), [valueSymbol]: result });
  } catch {
    return undefined;
  }
}
