import { realpathSync, type Stats, statSync } from 'node:fs';

/** Gives what is at a path; undefined when nothing is, or when it cannot be looked at: opening it tells why. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // Missing files are the caller's case; other trouble comes again, with words, when the path is opened.
    return undefined;
  }
}

/** True when both paths lead to the same regular file. */
export function isSameFile(first: string, second: string): boolean {
  return statsOf(first)?.isFile() === true && statsOf(second)?.isFile() === true && realpathSync(first) === realpathSync(second);
}
