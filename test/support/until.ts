import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition holds; fails after a minute, which no slow machine takes. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1000; !(await condition());) {
    if (performance.now() > end) throw new Error('the condition did not come true');
    await pause(10);
  }
}
