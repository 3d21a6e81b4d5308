import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { PartResult, PartTask } from './part-task';
import { runConversion } from './run-conversion';
import { runPart } from './run-part';

/**
 * The function that a worker thread runs for each task: a PartResult, whose memory moves to the thread that asked. Gives undefined for what it
 * cannot convert: the thread that asked does it, and meets the same error.
 */
export async function run(task: PartTask): Promise<unknown> {
  try {
    return moved(await runPart(task));
  } catch {
    return undefined;
  }
}

export const converse = runConversion;

/** Piscina sends the value, and hands over what the list names. */
const moved = (result: PartResult): unknown => move({ [transferableSymbol]: [result.written.memory], [valueSymbol]: result });
