import type { CodeStore } from './code-store';
import type { CodeType } from './code-type';
import type { CodeSet } from './code.types';
import { CodeSetEntity } from './entities/code-set.entity';
import { CodeEntity } from './entities/code.entity';

/** Gives the sets that are loaded, by name; without lists whose codes an import has taken over. */
export async function listCodeSets({ database }: CodeStore): Promise<readonly CodeSet[]> {
  const sets = await database.getRepository(CodeSetEntity).find({ order: { name: 'ASC' } });
  return sets
    .filter(({ rowCount }) => rowCount > 0)
    .map(({ name, release, source, loadedAt, rowCount, digest }) => ({ name, release, source, loadedAt, rowCount, isShipped: digest !== '' }));
}

/** Returns those of the types that have no code. */
export async function typesWithoutCodes({ database }: CodeStore, types: readonly CodeType[]): Promise<readonly CodeType[]> {
  const codes = database.getRepository(CodeEntity);
  const empty: CodeType[] = [];
  for (const type of types) if (!(await codes.existsBy({ type }))) empty.push(type);
  return empty;
}
