/** Shorter names are parts of too many others. */
const MIN_PART_LENGTH = 5;

/** More changes than these are not a typing error. */
const MAX_CHANGES = 2;

/**
 * Returns the name that a wrong one most likely means. That is one with a slip or two; else the shortest that the wrong one is a part of, as
 * `LastName` is of `MemberLastName`; else the one with the fewest changed characters, at most half of them. Upper and lower case count alike.
 * Undefined when none is near.
 */
export function nearestName(wrong: string, names: Iterable<string>): string | undefined {
  const text = wrong.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.ceil(wrong.length / 2)) + 1;
  let whole: string | undefined;
  for (const name of names) {
    const other = name.toLowerCase();
    // As many changes as the lengths differ are needed at least: most names are skipped without comparing.
    const distance = Math.abs(text.length - other.length) < least ? editDistance(text, other) : least;
    if (distance < least) [least, nearest] = [distance, name];
    if (text.length >= MIN_PART_LENGTH && other.includes(text) && (whole === undefined || name.length < whole.length)) whole = name;
  }
  return least <= MAX_CHANGES ? nearest : (whole ?? nearest);
}

/** Returns the name that is a slip or two away from a wrong one; undefined when none is. */
export function slippedName(wrong: string, names: Iterable<string>): string | undefined {
  const nearest = nearestName(wrong, names);
  return nearest !== undefined && editDistance(wrong.toLowerCase(), nearest.toLowerCase()) <= MAX_CHANGES ? nearest : undefined;
}

/** Number of characters to insert, delete or replace to make one text the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let previous = Uint32Array.from({ length: other.length + 1 }, (_, index) => index);
  let current = new Uint32Array(other.length + 1);
  for (let i = 1; i <= one.length; i++) {
    const character = one.charCodeAt(i - 1);
    let last = (current[0] = i);
    for (let j = 1; j <= other.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (character === other.charCodeAt(j - 1) ? 0 : 1);
      current[j] = last = Math.min(replaced, (previous[j] ?? 0) + 1, last + 1);
    }
    [previous, current] = [current, previous];
  }
  return previous[other.length] ?? 0;
}
