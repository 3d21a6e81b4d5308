import type { Guide } from './guide.types';

/**
 * Names a segment that has no place where it stands: by the words in which all its names in the guide end, such as `address` for
 * `payer_address` and `payee_address`; by the first of its names where they have none in common.
 */
export function nameOfSegment({ segments }: Guide, id: string): string {
  const names = segments.filter((def) => def.id === id).map(({ name }) => name.split('_'));
  const [first = [], ...others] = names;
  let shared = 0;
  const wordAt = (words: readonly string[], fromEnd: number): string | undefined => words[words.length - 1 - fromEnd];
  while (shared < first.length && others.every((words) => wordAt(words, shared) === wordAt(first, shared))) shared++;
  return first.slice(shared === 0 ? 0 : -shared).join('_');
}
