import { nearestName } from '../../common/nearest-name';
import type { BoundField } from '../field';
import { ALONE } from '../json-text';
import type { Fields } from '../record';
import { JsonPath } from './json-path';
import { isGiven, isObject, type JsonObject, LONGEST_KEY, type OutPlace, type WriteRun } from './write-run';

/** A record bound to a loop, as far as writing needs it. */
export interface RecordToWrite {
  readonly name: string;
  readonly fields: Fields;
  /** Keys of `bound`. */
  readonly keys: readonly string[];
  readonly bound: readonly BoundField<unknown>[];
  /** Place of each key among them. */
  readonly indexes: () => ReadonlyMap<string, number>;
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
  const { keys, bound } = record;
  for (const i of membersOf(record, value, place.path, run)) {
    const member = value[keys[i] ?? ''];
    const field = bound[i];
    if (isGiven(member) && field !== undefined && isWanted?.(field) !== false) field.write?.(member, place, run);
  }
}

/** Numbers of the fields that an object has, in the order of the declaration: objects have few of the many that they may have. */
function membersOf(record: RecordToWrite, value: JsonObject, path: JsonPath, run: WriteRun): readonly number[] {
  const indexes = record.indexes();
  const found: number[] = [];
  let last = -1;
  let isSorted = true;
  let hasOthers = false;
  for (const key of Object.keys(value)) {
    const i = indexes.get(key);
    if (i === undefined) {
      hasOthers = true;
      continue;
    }
    if (i < last) isSorted = false;
    last = i;
    found.push(i);
  }
  if (hasOthers) checkOthers(record, value, path, run);
  return isSorted ? found : found.sort((a, b) => a - b);
}

function checkOthers({ name, fields, unbound, indexes }: RecordToWrite, value: JsonObject, path: JsonPath, run: WriteRun): void {
  const known = indexes();
  for (const key of Object.keys(value)) {
    if (known.has(key) || !isGiven(value[key]) || run.ignored[name]?.includes(key) === true) continue;
    if (unbound.includes(key)) run.issue(path, key, { issueType: 'NOT_ALLOWED', message: `The guide has no place for '${key}' here; it is not written` });
    else run.problem(path, key, unknownText(key, name, Object.keys(fields)));
  }
}

/** Says that a member is not known, and which one may be meant. */
export function unknownText(key: string, name: string, names: readonly string[]): string {
  const nearest = key.length > LONGEST_KEY ? undefined : nearestName(key, names);
  return `unknown property of ${name}${nearest === undefined ? '' : `, did you mean ${nearest}?`}`;
}
