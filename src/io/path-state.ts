import { realpathSync, type Stats, statSync } from 'node:fs';

/** Returns what is at a path; undefined if nothing is, or if it cannot be examined: opening it reports why. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // Missing files are the caller's case; other trouble comes again, with words, when the path is opened.
    return undefined;
  }
}

/** Returns the identity of a file or folder, whatever paths lead to it; undefined when it cannot be examined. */
export function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    // As above.
    return undefined;
  }
}

/** True when both paths lead to the same regular file. */
export function isSameFile(first: string, second: string): boolean {
  return statsOf(first)?.isFile() === true && statsOf(second)?.isFile() === true && realpathSync(first) === realpathSync(second);
}
