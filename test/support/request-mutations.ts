import type { JsonSchema } from '../../src/mapping/json-schema';
import type { RecordDeclaration } from '../../src/mapping/field';

export type Json = Readonly<Record<string, unknown>>;

/** A step of a path: a key, or `undefined` for the first item of an array. */
export type Step = string | undefined;

/** A value of a record that a request can hold. */
export interface Leaf {
  readonly path: readonly Step[];
  readonly schema: JsonSchema;
}

/** Records nest to this depth at most. */
const MAX_DEPTH = 9;

/** Members of codes that are shown and never written. */
const SHOWN_OF_CODES = ['type', 'desc', 'instructionDesc', 'formattedCode'];

/** Every value that a record can hold, with its path. */
export function leavesOf(record: RecordDeclaration<unknown>, path: readonly Step[] = []): readonly Leaf[] {
  if (path.length > MAX_DEPTH) return [];
  return Object.entries(record.fields).flatMap(([key, { doc }]) => {
    if (doc.record === undefined) return schemaLeaves(doc.schema, [...path, key]);
    return leavesOf(doc.record, doc.schema.type === 'array' ? [...path, key, undefined] : [...path, key]);
  });
}

function schemaLeaves(schema: JsonSchema, path: readonly Step[]): readonly Leaf[] {
  if (schema.type === 'array') return schema.items === undefined ? [] : schemaLeaves(schema.items, [...path, undefined]);
  if (schema.properties === undefined) return schema.type === 'object' ? [] : [{ path, schema }];
  const isCode = 'code' in schema.properties;
  return Object.entries(schema.properties)
    .filter(([key]) => !isCode || !SHOWN_OF_CODES.includes(key))
    .flatMap(([key, member]) => schemaLeaves(member, [...path, key]));
}

/** The path as text, such as `subscriber.person.lastNameOrOrgName` or `diags[].code`. */
export const pathText = (path: readonly Step[]): string =>
  path
    .map((step) => (step === undefined ? '[]' : `.${step}`))
    .join('')
    .slice(1);

/** Values that differ in kind, of a schema: usual ones, unusual ones, and wrong ones. */
export function valuesFor({ type, format, enum: names }: JsonSchema): readonly unknown[] {
  if (type === 'boolean') return [true, false];
  if (type === 'integer') return [0, 3, 12, -2, '7'];
  if (type === 'number') return [0, 7, -1.5, 12.345, '10.00', '.5', 0.0000001, 123456789012.34];
  if (names !== undefined) return [...someOf(names), 'ZZ'];
  if (format === 'date') return ['2026-02-27', '1899-12-31', '2026-02-30'];
  if (format === 'date-time') return ['2026-02-27', '2026-02-27T10:15', '2026-02-27T10:15:30'];
  if (format === 'time') return ['10:15', '10:15:00', '10:15:30', '10:15:30.25', '25:00'];
  return ['A', 'ZZ', '7', 'a longer text of more than thirty-five characters', 'two  words', '441'];
}

/** The first, the last and one between: of some enumerations there are hundreds. */
const someOf = (names: readonly string[]): ReadonlySet<string | undefined> => new Set([names[0], names[names.length >> 1], names.at(-1)]);

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first value at a path of which arrays give any item. */
export function donated(donors: readonly unknown[], path: readonly Step[]): unknown {
  return donors.flatMap((donor) => valuesAt(donor, path)).find((value) => value !== undefined);
}

/** The values at a path, of every item of arrays. */
export function valuesAt(value: unknown, path: readonly Step[]): readonly unknown[] {
  const [step, ...rest] = path;
  if (path.length === 0) return value === undefined ? [] : [value];
  if (step === undefined) return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  return isJson(value) ? valuesAt(value[step], rest) : [];
}

/** A copy with another value at a path; objects that are not there are those of a donor, without their lists. */
export function withValue(target: unknown, path: readonly Step[], value: unknown, donors: readonly unknown[], done: readonly Step[] = []): unknown {
  const [step, ...rest] = path;
  if (path.length === 0) return value;
  const here = [...done, step];
  if (step === undefined) {
    const [first, ...others] = Array.isArray(target) && target.length > 0 ? (target as unknown[]) : [donated(donors, here)];
    return [withValue(first, rest, value, donors, here), ...others];
  }
  const own = isJson(target) ? target : donorOf(donated(donors, done), step);
  return { ...own, [step]: withValue(own[step], rest, value, donors, here) };
}

/** A donor's own values. */
function donorOf(donor: unknown, step: string): Json {
  if (!isJson(donor)) return step === 'subType' || step === 'qualifierCode' ? { code: 'X1' } : {};
  return Object.fromEntries(Object.entries(donor).filter(([, value]) => typeof value !== 'object' || (isJson(value) && 'code' in value)));
}
