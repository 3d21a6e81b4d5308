/** A pattern of a schema, and where it stands. */
export interface Pattern {
  readonly text: string;
  readonly offset: number;
  /** Tells names that the pattern means: `*` stands for any characters, upper and lower case count alike. */
  readonly matches: (name: string) => boolean;
  /** Characters that are not `*`: the more, the more specific. */
  readonly weight: number;
}

/** Compiles a pattern such as `*Contacts`. */
export function compilePattern(text: string, offset: number): Pattern {
  const expression = new RegExp(`^${text.split('*').map(escape).join('.*')}$`, 'i');
  return { text, offset, matches: (name) => expression.test(name), weight: text.replaceAll('*', '').length };
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
