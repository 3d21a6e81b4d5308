/*
 * The values that paths lead to: from the current value, the record, or the transaction around it.
 */
import { PATH } from '../machine-layout';
import { memberOf } from './nodes';

/** The current value. */
export let node: i32 = 0;
let record: i32 = 0;
let transaction: i32 = 0;

/** Says where paths begin. */
export function beginPaths(newRecord: i32, newTransaction: i32): void {
  record = newRecord;
  transaction = newTransaction;
}

@inline
export function goTo(value: i32): void {
  node = value;
}

/** The value that a path leads to; 0 for none. Nearly all have one key, of the current value. */
@inline
export function read(path: i32): i32 {
  return load<i32>(path) == PATH.MEMBER ? memberOf(node, load<i32>(path, PATH.KEYS)) : follow(path);
}

function follow(path: i32): i32 {
  const from = load<i32>(path);
  let at = from == PATH.CURRENT ? node : from == PATH.RECORD ? record : transaction;
  const end = path + (load<i32>(path, PATH.COUNT) << 2);
  for (let key = path; key < end; key += 4) {
    at = memberOf(at, load<i32>(key, PATH.KEYS));
    if (at == 0) return 0;
  }
  return at;
}
