import { BYTE } from '../common/bytes';
import type { Chunk } from '../x12/segment';
import type { CodeDescription, CodeList } from './code-list';
import type { EncodeRun, RecordContext } from './field';
import { writeJsonText } from './json-text';

/** A healthcare code: which list it is from, the code, and what is known of it when descriptions are on. */
export interface Code extends CodeDescription {
  readonly subType: string;
  /** The qualifier of the code, where `subType` alone does not lead back to it. */
  readonly qualifierCode?: string;
  readonly code: string;
}

/** Gives a code as an object. */
export function readCode(list: CodeList, chunk: Chunk, start: number, end: number, { transaction }: RecordContext): Code {
  const described = transaction.descriptions?.find(list, chunk.bytes, start, end);
  const { subType, qualifierCode } = list;
  return { subType, ...(qualifierCode === undefined ? {} : { qualifierCode }), code: chunk.text(start, end), ...described?.description };
}

/** Writes the JSON of `readCode` without the closing brace, so that members may follow. */
export function encodeOpenCode({ out, context, missing }: EncodeRun, list: CodeList, chunk: Chunk, start: number, end: number): void {
  out.raw(list.opening);
  writeJsonText(out, chunk, start, end);
  const { descriptions } = context.transaction;
  if (descriptions === undefined) return;
  const described = descriptions.find(list, chunk.bytes, start, end);
  if (described === undefined) missing?.add(list, chunk, start, end);
  else out.raw(described.suffix);
}

/** Writes the JSON of `readCode`. */
export function encodeCode(run: EncodeRun, list: CodeList, chunk: Chunk, start: number, end: number): void {
  encodeOpenCode(run, list, chunk, start, end);
  run.out.byte(BYTE.BRACE_CLOSE);
}
