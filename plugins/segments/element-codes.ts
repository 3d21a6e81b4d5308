import { BYTE, type ByteWriter, type Chunk, Fragment, jsonText, type TreeValue } from '../../src/plugin/io';
import { ELEMENT_CODES } from './element-code-table';

// Read once: a property of a re-exported module costs a call.
const { writeJsonText } = jsonText;
const { BRACE_CLOSE } = BYTE;

type CodeValue = Extract<TreeValue, { kind: 'code' }>;

const OPENING = new Fragment('{"code":');

/** `,"desc":"..."` by code, for each data element that is shown as a code with its description. */
const CODED: ReadonlyMap<string, CodeValue> = new Map(
  Object.entries(ELEMENT_CODES).map(([element, codes]) => {
    const suffixes = new Map(Object.entries(codes).map(([code, desc]) => [code, new Fragment(`,"desc":${JSON.stringify(desc)}`)]));
    return [element, { kind: 'code', opening: OPENING, suffixes }];
  }),
);

/** Declares a data element as `{code, desc}`; undefined for elements that are plain text. A code without description stays alone. */
export const codedElement = (dataElement: string): TreeValue | undefined => CODED.get(dataElement);

/** The bytes of a code as a number. The first bit says how long the code is. */
function keyOf(bytes: Uint8Array, start: number, end: number): number {
  let key = 1;
  for (let i = start; i < end; i++) key = (key << 8) | (bytes[i] ?? 0);
  return key;
}

type CodeWriter = (out: ByteWriter, chunk: Chunk, start: number, end: number) => void;

/** Elements of many segments have the same codes. */
const writers = new WeakMap<CodeValue, CodeWriter>();

/** Returns what writes a code. */
export function codeWriter(value: CodeValue): CodeWriter {
  const known = writers.get(value);
  if (known !== undefined) return known;
  const writer = makeCodeWriter(value);
  writers.set(value, writer);
  return writer;
}

/** A code is found by a number sooner than by a string. */
function makeCodeWriter({ opening, suffixes }: CodeValue): CodeWriter {
  const byKey = new Map([...suffixes].map(([code, suffix]) => [keyOf(Buffer.from(code), 0, code.length), suffix]));
  const longest = Math.max(...[...suffixes.keys()].map(({ length }) => length));
  return (out, chunk, start, end) => {
    out.raw(opening);
    writeJsonText(out, chunk, start, end);
    const suffix = end - start > longest ? undefined : byKey.get(keyOf(chunk.bytes, start, end));
    if (suffix !== undefined) out.raw(suffix);
    out.byte(BRACE_CLOSE);
  };
}
