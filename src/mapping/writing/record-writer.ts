import type { RecordToWrite, Write } from '../field';
import { ALONE } from '../json-text';
import { describeWrite } from './writing';
import { IGNORED, isGiven, isObject, type JsonObject, JsonPath, type OutPlace, type WriteRun } from './write-run';

/** Writes the members of an object, in the order of the declaration. Members that are not declared are problems of the request. */
export function recordWriter(record: RecordToWrite, key: string | undefined): Write {
  const isItem = key === undefined || key === ALONE;
  return describeWrite(
    (value, place, run) => {
      const path = isItem ? place.path : new JsonPath(place.path, key);
      if (!isObject(value)) {
        run.problem(path, undefined, 'expected an object');
        return true;
      }
      path.record = record.name;
      const { loop, segment, base } = place;
      writeRecord(record, { loop, segment, base, record: value, path }, run);
      return true;
    },
    { kind: 'object', record },
  );
}

/** Writes an object, that of the place; `isWanted` as for `writeMembers`. */
export function writeRecord(record: RecordToWrite, place: OutPlace, run: WriteRun, isWanted?: (field: number) => boolean): void {
  writeMembers(record, addMembers(record, place.record, place.path, run), place, run, isWanted);
}

/** Writes the members from a place of the stack on, and takes them off it; `isWanted` leaves some of them out, by the numbers of their fields. */
export function writeMembers({ writers }: RecordToWrite, from: number, place: OutPlace, run: WriteRun, isWanted?: (field: number) => boolean): void {
  const { members } = run;
  const { fields, values, length } = members;
  for (let at = from; at < length; at++) {
    const field = fields[at] ?? 0;
    if (isWanted?.(field) !== false) writers[field]?.(values[at], place, run);
  }
  members.length = from;
}

/**
 * Puts the members of an object on the stack of the run, in the order of the declaration, and gives the place of the first. Objects have few
 * of the many members that they may have, and most have them in order, so that each is looked for behind the one before.
 */
export function addMembers(record: RecordToWrite, value: JsonObject, path: JsonPath, run: WriteRun): number {
  const { keys } = record;
  const { members } = run;
  const from = members.length;
  let last = -1;
  let isSorted = true;
  // Objects of JSON inherit nothing; this reads a member and its key at once.
  for (const key in value) {
    const member = value[key];
    if (!isGiven(member)) continue;
    let field: number | undefined = last + 1;
    while (field < keys.length && keys[field] !== key) field++;
    if (field === keys.length) {
      field = run.indexesOf(record).get(key);
      if (field === IGNORED) continue;
      if (field === undefined) {
        reportOther(record, key, path, run);
        continue;
      }
      isSorted = false;
    }
    last = field;
    members.add(field, member);
  }
  if (!isSorted) members.sortFrom(from);
  return from;
}

function reportOther({ name, fields, unbound }: RecordToWrite, key: string, path: JsonPath, run: WriteRun): void {
  const hasNoPlace = unbound.includes(key) || run.accepted.isDocumented?.(name, key) === true;
  if (hasNoPlace) run.issue(path, key, { issueType: 'NOT_ALLOWED', message: `The guide has no place for '${key}' here; it is not written` });
  else run.unknown(path, key, name, () => Object.keys(fields));
}
