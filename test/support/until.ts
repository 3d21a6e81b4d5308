import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition holds; fails after some seconds. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 3): Promise<void> {
  for (const end = performance.now() + seconds * 1000; !(await condition());) {
    if (performance.now() > end) throw new Error('the condition did not come true');
    await pause(10);
  }
}
