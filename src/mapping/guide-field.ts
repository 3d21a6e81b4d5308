import type { Field } from './field';

/** A field that only some guides have, although others have a place for it: there it means something else. Guides by their ids. */
export function onlyIn<T>(guides: readonly string[], field: Field<T>): Field<T> {
  return { ...field, bind: (scope, key) => (guides.includes(scope.guide.id) ? field.bind(scope, key) : undefined) };
}
