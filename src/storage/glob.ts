/** Characters that make a pattern of a path. */
const MAGIC = /[*?[\]{}]/;

/** A path with a pattern, cut where the pattern begins. */
export interface Glob {
  /** Folder above the pattern, with a slash at its end. */
  readonly folder: string;
  readonly pattern: string;
}

/**
 * Cuts a path before its first part with a wildcard; undefined when it has none.
 *
 *     /in/2026-?/a.835
 *        ^ folder ends, pattern begins
 */
export function globOf(path: string): Glob | undefined {
  const magic = path.search(MAGIC);
  if (magic < 0) return undefined;
  const slash = path.lastIndexOf('/', magic);
  return { folder: path.slice(0, slash + 1), pattern: path.slice(slash + 1) };
}

/** True for a pattern that looks into subfolders. */
export const looksBelow = (pattern: string): boolean => pattern.includes('/') || pattern.includes('**');
