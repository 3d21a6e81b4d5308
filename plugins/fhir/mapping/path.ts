import type { Scope } from './element';
import { keyOf, type Key, type Node } from './record-text';

/** Finds a value: in the current object, or in the record for a path that begins with `/`. */
export type Read = (scope: Scope) => Node;

const TRANSACTION = '/transaction';

/** Compiles a path, such as `person.address`; '' is the current value itself. */
export function reader(path: string): Read {
  if (path === '') return ({ node }) => node;
  if (path === TRANSACTION) return ({ transaction }) => transaction;
  if (path.startsWith(`${TRANSACTION}.`)) return below(({ transaction }) => transaction, path.slice(TRANSACTION.length + 1));
  if (path.startsWith('/')) return below(({ root }) => root, path.slice(1));
  const [first = '', ...others] = path.split('.');
  const key = keyOf(first);
  if (others.length === 0) return ({ source, node }) => source.member(node, key);
  return below(({ source, node }) => source.member(node, key), others.join('.'));
}

function below(start: Read, path: string): Read {
  const keys: readonly Key[] = path.split('.').map(keyOf);
  return (scope) => {
    let node = start(scope);
    for (const key of keys) node = scope.source.member(node, key);
    return node;
  };
}

/** The member of the current object that a path begins with; undefined for a path that begins elsewhere. */
export const firstKey = (path: string): Key | undefined => (path === '' || path.startsWith('/') ? undefined : keyOf(path.split('.')[0] ?? ''));
