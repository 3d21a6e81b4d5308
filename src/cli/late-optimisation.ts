import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 optimise fewer functions, and later. Functions that run some thousand times only are not worth the time of the compiler, which took a
 * sixth of a conversion of 40 MB. Until then they run as baseline code, which is quick to make. For processes that convert and end; to be called
 * before anything is compiled.
 */
export function optimiseLate(): void {
  setFlagsFromString('--always-sparkplug');
  setFlagsFromString('--interrupt-budget=400000');
}
