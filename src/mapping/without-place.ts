import type { Field } from './field';
import type { JsonSchema } from './json-schema';

/**
 * A field that the interface documents and that no segment of the guide can hold. It is never read and never written: the data dictionary
 * lists it with the reason, and a request that has a value for it gets an issue NOT_ALLOWED.
 *
 * `reason` is a sentence. `shape` is a field or schema whose type the value would have; default a string.
 */
export function withoutPlace(reason: string, shape: JsonSchema | Field<unknown> = { type: 'string' }): Field<undefined> {
  const schema = 'bind' in shape ? shape.doc.schema : shape;
  return { doc: { place: '', schema: { ...schema, description: `Never produced: ${reason}` }, neverProduced: reason }, bind: () => undefined };
}
