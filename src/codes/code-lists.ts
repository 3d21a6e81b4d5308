import type { CodeStore } from './code-store';

/** Facts about lists are read again after this time, so that imports of other processes take effect. */
const SECONDS = 60;

/** Lists by store: which of them are loaded, and since when that is known. */
const known = new WeakMap<CodeStore, { readonly since: number; readonly lists: Map<string, boolean> }>();

/** True when codes of one of the sub types are loaded. A list that is not loaded has no answer about a code. */
export async function isLoaded(store: CodeStore, subTypes: readonly string[]): Promise<boolean> {
  const now = performance.now();
  let current = known.get(store);
  if (current === undefined || now - current.since > SECONDS * 1000) {
    current = { since: now, lists: new Map() };
    known.set(store, current);
  }
  const key = subTypes.join(' ');
  const found = current.lists.get(key);
  if (found !== undefined) return found;
  const one = await store.repositories.codes.findOne({ select: { id: true }, where: subTypes.map((subType) => ({ subType })) });
  current.lists.set(key, one !== null);
  return one !== null;
}
