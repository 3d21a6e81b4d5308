import { Fragment } from '../../common/fragment';
import type { Chunk } from '../../x12/segment';
import { elementField } from '../element-field';
import type { Codec } from '../codecs/codec';
import type { Field, JsonSchema } from '../field';
import { writeJsonText } from '../json-text';
import { BYTE } from '../../common/bytes';

/** A healthcare code: which list it is from, the code, and its description when descriptions are on. */
export interface Code {
  readonly subType: string;
  readonly code: string;
  readonly desc?: string;
}

export const CODE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    subType: { type: 'string' },
    code: { type: 'string' },
    desc: { type: 'string', description: 'when descriptions are enabled and the code is known' },
  },
};

/** A code of one list, read from one element. */
export const code = (subType: string, place: string): Field<Code> => elementField(place, codeCodec(subType));

function codeCodec(subType: string): Codec<Code> {
  const opening = new Fragment(`{"subType":${JSON.stringify(subType)},"code":`);
  return {
    schema: CODE_SCHEMA,
    format: { kind: 'code', opening },
    read: (chunk: Chunk, start, end) => ({ subType, code: chunk.text(start, end) }),
    encode: (out, key, chunk, start, end) => {
      out.raw(key);
      out.raw(opening);
      writeJsonText(out, chunk, start, end);
      out.byte(BYTE.BRACE_CLOSE);
    },
  };
}
