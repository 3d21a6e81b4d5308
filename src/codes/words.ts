import type { WordChoice } from './database/code-driver';

const NOT_A_WORD = /[^a-z0-9]+/;

/** Returns the words of texts: small letters and digits without accents, each word once, in order. */
export function wordsOf(...texts: readonly (string | null | undefined)[]): readonly string[] {
  const words = new Set<string>();
  for (const text of texts) for (const word of text ? simple(text).split(NOT_A_WORD) : []) if (word !== '') words.add(word);
  return [...words];
}

/** Words as they are stored: a blank before and after each. */
export function storedWords(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

/** Returns a code in capitals, letters and digits alone: what codes are compared by. */
export function plainCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]+/g, '');
}

/** What to look for where a person wrote words: `x-ray` may be one word of the index or two. */
export function wordChoices(text: string): readonly WordChoice[] {
  return text.split(/\s+/).flatMap((word): WordChoice[] => {
    const parts = wordsOf(word);
    if (parts.length === 0) return [];
    return [parts.length === 1 ? [parts] : [[parts.join('')], parts]];
  });
}

function simple(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
