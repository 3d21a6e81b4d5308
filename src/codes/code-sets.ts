import type { CodeStore } from './code-store';
import type { CodeSet } from './code.types';
import { CodeSetEntity } from './entities/code-set.entity';

/** Gives the sets that are loaded, by name; without lists whose codes an import has taken over. */
export async function listCodeSets({ database }: CodeStore): Promise<readonly CodeSet[]> {
  const sets = await database.getRepository(CodeSetEntity).find({ order: { name: 'ASC' } });
  return sets
    .filter(({ rowCount }) => rowCount > 0)
    .map(({ name, release, source, loadedAt, rowCount, digest }) => ({ name, release, source, loadedAt, rowCount, isShipped: digest !== '' }));
}
