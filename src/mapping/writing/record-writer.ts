import { nearestName } from '../../common/nearest-name';
import type { BoundField } from '../field';
import { ALONE } from '../json-text';
import type { Fields } from '../record';
import { JsonPath } from './json-path';
import { IGNORED, isObject, type JsonObject, LONGEST_KEY, type OutPlace, type WriteRun } from './write-run';

/** A record bound to a loop, as far as writing needs it. */
export interface RecordToWrite {
  readonly name: string;
  readonly fields: Fields;
  /** Keys of `bound`. */
  readonly keys: readonly string[];
  readonly bound: readonly BoundField<unknown>[];
  /** Keys that have no place in the loop. */
  readonly unbound: readonly string[];
}

/** Writes the members of an object, in the order of the declaration. Members that are not declared are problems of the request. */
export function recordWriter(record: RecordToWrite, key: string | undefined): NonNullable<BoundField<unknown>['write']> {
  const isItem = key === undefined || key === ALONE;
  return (value, place, run) => {
    const path = isItem ? place.path : new JsonPath(place.path, key);
    if (!isObject(value)) {
      run.problem(path, undefined, 'expected an object');
      return true;
    }
    path.record = record.name;
    const { loop, segment, base } = place;
    writeMembers(record, value, { loop, segment, base, record: value, path }, run);
    return true;
  };
}

/** Writes the members of an object; `isWanted` leaves some of them out. */
export function writeMembers(
  record: RecordToWrite,
  value: JsonObject,
  place: OutPlace,
  run: WriteRun,
  isWanted?: (field: BoundField<unknown>) => boolean,
): void {
  const { bound } = record;
  const found = membersOf(record, value, place.path, run);
  for (let at = 0; at < found.numbers.length; at++) {
    const field = bound[found.numbers[at] ?? 0];
    if (field !== undefined && isWanted?.(field) !== false) field.write?.(found.values[at], place, run);
  }
}

/** Members that are given, by the numbers of their fields. */
interface Members {
  readonly numbers: readonly number[];
  readonly values: readonly unknown[];
}

/** The members of an object, in the order of the declaration: objects have few of the many that they may have, and most have them in order. */
function membersOf(record: RecordToWrite, value: JsonObject, path: JsonPath, run: WriteRun): Members {
  const indexes = run.indexesOf(record);
  const numbers: number[] = [];
  const values: unknown[] = [];
  let last = -1;
  let isSorted = true;
  // Objects of JSON inherit nothing; this reads a member and its key at once.
  for (const key in value) {
    const member = value[key];
    if (member === null || member === undefined) continue;
    const i = indexes.get(key);
    if (i === IGNORED) continue;
    if (i === undefined) {
      reportOther(record, key, path, run);
      continue;
    }
    if (i < last) isSorted = false;
    last = i;
    numbers.push(i);
    values.push(member);
  }
  return isSorted ? { numbers, values } : inOrder({ numbers, values });
}

function inOrder({ numbers, values }: Members): Members {
  const order = numbers.map((_, at) => at).sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  return { numbers: order.map((at) => numbers[at] ?? 0), values: order.map((at) => values[at]) };
}

function reportOther({ name, fields, unbound }: RecordToWrite, key: string, path: JsonPath, run: WriteRun): void {
  if (unbound.includes(key)) run.issue(path, key, { issueType: 'NOT_ALLOWED', message: `The guide has no place for '${key}' here; it is not written` });
  else run.problem(path, key, unknownText(key, name, Object.keys(fields)));
}

/** Says that a member is not known, and which one may be meant. */
export function unknownText(key: string, name: string, names: readonly string[]): string {
  const nearest = key.length > LONGEST_KEY ? undefined : nearestName(key, names);
  return `unknown property of ${name}${nearest === undefined ? '' : `, did you mean ${nearest}?`}`;
}
