import type { Field } from './field';

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
