import type { Generation } from '../../plugin/generation';
import type { TransactionSetPlugin } from '../../plugin/transaction-set.plugin';
import { recordDeclarations } from '../../plugin/record-declarations';
import type { RecordDeclaration } from '../../mapping/field';

/** Finds out whether the interface documents a member for a record: if it does for another record that is documented together with it. */
export function documentedMembers(plugin: TransactionSetPlugin, { documentedTogether = [] }: Generation): (record: string, key: string) => boolean {
  let keysOf: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (record, key) => {
    keysOf ??= keysByRecord(recordDeclarations(plugin), documentedTogether);
    return keysOf.get(record)?.has(key) === true;
  };
}

function keysByRecord(
  declarations: ReadonlySet<RecordDeclaration<unknown>>,
  documentedTogether: readonly (readonly string[])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    documentedTogether.flatMap((names) => {
      const keys = new Set([...declarations].filter(({ name }) => names.includes(name)).flatMap(({ fields }) => Object.keys(fields)));
      return names.map((name) => [name, keys] as const);
    }),
  );
}
