import { type Code, encodeCode, readCode } from '../code-json';
import { codeList } from '../code-list';
import type { Codec } from '../codecs/codec';
import { elementField, text } from '../element-field';
import { withCodeWriter } from '../writing/code-writer';
import type { Field, JsonSchema } from '../field';

export type { Code } from '../code-json';

export const CODE_SCHEMA: JsonSchema = {
  title: 'Code',
  type: 'object',
  required: ['subType', 'code'],
  properties: {
    subType: { type: 'string', description: 'the list that the code is from' },
    qualifierCode: { type: 'string', description: 'the qualifier of the code, where subType alone does not lead back to it' },
    code: { type: 'string' },
    desc: { type: 'string', description: 'when descriptions are enabled and the code is known' },
    instructionDesc: { type: 'string', description: 'when a UB-04 code is reported' },
    formattedCode: { type: 'string', description: 'a diagnosis with its dot, an NDC with its hyphens' },
  },
};

/** A code of one list, read from one element or component. */
export const code = (subType: string, place: string): Field<Code> => ({
  ...withCodeWriter(subType, elementField(place, codeCodec(subType)), text(place)),
  parts: { code: text(place) },
});

function codeCodec(subType: string): Codec<Code> {
  const list = codeList(subType);
  return {
    schema: CODE_SCHEMA,
    format: { kind: 'code', list },
    read: (chunk, start, end, context) => readCode(list, chunk, start, end, context),
    encode: (run, key, chunk, start, end) => {
      run.out.raw(key);
      encodeCode(run, list, chunk, start, end);
    },
  };
}
