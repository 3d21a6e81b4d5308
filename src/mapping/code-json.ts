import { BYTE } from '../common/bytes';
import type { Chunk } from '../x12/segment';
import type { Codec } from './codecs/codec';
import type { DescribedCode } from './code-descriptions';
import { type CodeDescription, type CodeList, codeList } from './code-list';
import type { EncodeRun } from './encode-run';
import type { JsonSchema } from './json-schema';
import { writeJsonText } from './json-text';

/** A healthcare code: which list it is from, the code, and what is known of it when descriptions are on. */
export interface Code extends CodeDescription {
  readonly subType: string;
  /** The qualifier of the code, where `subType` alone does not lead back to it. */
  readonly qualifierCode?: string;
  readonly code: string;
}

/** The schema of a code. */
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

/** Writes a code object without the closing brace, so that members may follow. Gives what is known of the code when descriptions are on. */
export function encodeOpenCode({ out, context, missing }: EncodeRun, list: CodeList, chunk: Chunk, start: number, end: number): DescribedCode | undefined {
  out.raw(list.opening);
  writeJsonText(out, chunk, start, end);
  const { descriptions } = context.transaction;
  if (descriptions === undefined) return undefined;
  const described = descriptions.find(list, chunk.bytes, start, end);
  if (described === undefined) missing?.add(list, chunk, start, end);
  else out.raw(described.suffix);
  return described;
}

/** Writes a code object. */
export function encodeCode(run: EncodeRun, list: CodeList, chunk: Chunk, start: number, end: number): void {
  encodeOpenCode(run, list, chunk, start, end);
  run.out.byte(BYTE.BRACE_CLOSE);
}

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
