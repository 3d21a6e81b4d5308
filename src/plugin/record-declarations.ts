import type { TransactionSetPlugin } from './transaction-set.plugin';
import type { RecordDeclaration } from '../mapping/field';

/** The records of a plugin and those inside them, each once, outside in. */
export function recordDeclarations({ emits, transaction, envelope }: TransactionSetPlugin): ReadonlySet<RecordDeclaration<unknown>> {
  const roots = [...emits.map((emission) => ('whole' in emission ? emission.whole : emission.record)), transaction, envelope];
  const found = new Set<RecordDeclaration<unknown>>(roots.filter((root) => root !== undefined));
  for (const { fields } of found) for (const { doc } of Object.values(fields)) if (doc.record !== undefined) found.add(doc.record);
  return found;
}
