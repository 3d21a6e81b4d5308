import type { CodeStore } from './code-store';
import type { CodeType } from './code-type';
import type { CodeSet } from './code.types';

/** Returns the sets that are loaded, by name; without lists whose codes an import has taken over. */
export async function listCodeSets({ repositories }: CodeStore): Promise<readonly CodeSet[]> {
  const sets = await repositories.sets.find({ order: { name: 'ASC' } });
  return sets
    .filter(({ rowCount }) => rowCount > 0)
    .map(({ name, release, source, loadedAt, rowCount, digest }) => ({ name, release, source, loadedAt, rowCount, isShipped: digest !== '' }));
}

/** Returns those of the types that have no code. */
export async function typesWithoutCodes({ repositories }: CodeStore, types: readonly CodeType[]): Promise<readonly CodeType[]> {
  const empty: CodeType[] = [];
  for (const type of types) if (!(await repositories.codes.existsBy({ type }))) empty.push(type);
  return empty;
}
