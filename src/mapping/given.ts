import { synchronous } from '../common/hook-result';
import type { BoundField, Field } from './field';
import { describeWrite, type RecordTest } from './writing/writing';
import { isGiven, type JsonObject } from './writing/write-run';

/*
 * Several keys of JSON may show one place of EDI. Read are all of them; written is the one that says most, and the others only where
 * that one is not given.
 */

/** A field that is written where another one of its record is not given, which says the same and more; what it says else is reported. */
export const unlessGiven = <T>(other: string, field: Field<T>): Field<T> =>
  withWrite(field, (write, key) =>
    describeWrite(
      (value, where, run) => {
        const given = where.record[other];
        if (!isGiven(given)) return write(value, where, run);
        const said = textsOf(given);
        const isSaid = textsOf(value).every((text) => said.includes(text));
        if (!isSaid) run.mismatch(where.path, key, `'${other}' says something else, which is written instead`);
        return true;
      },
      { kind: 'unless given', other, item: write },
    ),
  );

/** A view of another field of its record, which alone is written: a view without it is reported. */
export const viewOf = <T>(other: string, field: Field<T>): Field<T> => ({
  ...field,
  bind(scope, key) {
    const bound = field.bind(scope, key);
    return (
      bound && {
        ...bound,
        write: (_value, { record, path }, run) => {
          if (!isGiven(record[other])) run.mismatch(path, key, `'${key ?? ''}' is a view of '${other}', which is not given; it is not written`);
          return true;
        },
      }
    );
  },
});

/** The texts and numbers in a value of JSON; joined texts are those of each line. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  if (typeof value === 'string') return value.split('\n').filter((line) => line !== '');
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

/** A field that is written where another one of its record is given. */
export const ifGiven = <T>(key: string, field: Field<T>): Field<T> => writtenWhere({ given: [key] }, field);

/**
 * A field that is written where its record is as a test says; else its place is free for the next field of `firstOf`. A test as data is written faster than
 * one that is a function.
 */
export const writtenWhere = <T>(test: ((record: JsonObject) => boolean) | RecordTest, field: Field<T>): Field<T> =>
  withWrite(field, (write) => {
    if (typeof test === 'function') return (value, where, run) => synchronous(test(where.record), '`writtenWhere`') && write(value, where, run);
    return describeWrite((value, where, run) => passes(where.record, test) && write(value, where, run), { kind: 'where', test, item: write });
  });

const passes = (record: JsonObject, { given = [], absent = [], differs = {} }: RecordTest): boolean =>
  given.every((key) => isGiven(record[key])) &&
  absent.every((key) => !isGiven(record[key])) &&
  Object.entries(differs).every(([key, text]) => record[key] !== text);

type Write = NonNullable<BoundField['write']>;

/** The same field with another way to be written, where it is written at all. */
function withWrite<T>(field: Field<T>, change: (write: Write, key: string | undefined) => Write): Field<T> {
  return {
    ...field,
    bind(scope, key) {
      const bound = field.bind(scope, key);
      return bound?.write === undefined ? bound : { ...bound, write: change(bound.write, key) };
    },
  };
}

/** A field whose element means the same where a guide marks it as not used: senders fill it, and its value would be lost. Validation reports it. */
export function alsoUnused<T>(field: Field<T>): Field<T> {
  return { ...field, bind: (scope, key) => field.bind({ ...scope, readsUnused: true }, key) };
}

/** A field that only some guides have, although others have a place for it: there it means something else. Guides by their ids. */
export function onlyIn<T>(guides: readonly string[], field: Field<T>): Field<T> {
  return { ...field, bind: (scope, key) => (guides.includes(scope.guide.id) ? field.bind(scope, key) : undefined) };
}

/** A field that a record made of several kinds of loops has in some of them only. Loops by their ids. */
export function onlyInLoops<T>(loops: readonly string[], field: Field<T>): Field<T> {
  return { ...field, bind: (scope, key) => (loops.includes(scope.loop.id) ? field.bind(scope, key) : undefined) };
}
