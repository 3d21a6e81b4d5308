/** A pattern of a schema, and its place. */
export interface Pattern {
  readonly text: string;
  readonly offset: number;
  /** True for names that match the pattern: `*` matches any characters; letters match in upper and lower case. */
  readonly matches: (name: string) => boolean;
  /** Characters that are not `*`: the more, the more specific. */
  readonly weight: number;
}

/** Compiles a pattern such as `*Contacts`. */
export function compilePattern(text: string, offset: number): Pattern {
  const [start = '', ...rest] = text.toLowerCase().split(/\*+/);
  const end = rest.pop();
  const matches = (name: string): boolean => {
    const lower = name.toLowerCase();
    return end === undefined ? lower === start : lower.startsWith(start) && hasInOrder(lower, start.length, rest, end);
  };
  return { text, offset, matches, weight: text.replaceAll('*', '').length };
}

/** True if the parts follow one another from a position on, with `end` at the end: the first place of each is the best, so that none is searched twice. */
function hasInOrder(name: string, from: number, parts: readonly string[], end: string): boolean {
  let position = from;
  for (const part of parts) {
    const found = name.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return name.length - end.length >= position && name.endsWith(end);
}
