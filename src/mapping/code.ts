import { type Code, CODE_SCHEMA, encodeCode } from './code-json';
import { codeList } from './code-list';
import type { Codec } from './codecs/codec';
import { elementField, text } from './element-field';
import type { Field } from './field';
import { withCodeWriter } from './writing/qualified-codes-writer';

/** A code of one list, read from one element or component. */
export const code = (subType: string, place: string): Field<Code> => ({
  ...withCodeWriter(subType, elementField(place, codeCodec(subType)), text(place)),
  parts: { code: text(place) },
});

/** A code of one list as a code object. */
export function codeCodec(subType: string): Codec<Code> {
  const list = codeList(subType);
  return {
    schema: CODE_SCHEMA,
    format: { kind: 'code', list },
    encode: (run, key, chunk, start, end) => {
      run.out.raw(key);
      encodeCode(run, list, chunk, start, end);
    },
  };
}
