import { setTimeout as pause } from 'node:timers/promises';

const SECONDS = 120;

/** Waits until a condition holds; fails after two minutes, or as many seconds as are given, which no slow machine takes. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = SECONDS): Promise<void> {
  for (const end = performance.now() + seconds * 1000; !(await condition());) {
    if (performance.now() > end) throw new Error('the condition did not come true');
    await pause(10);
  }
}
