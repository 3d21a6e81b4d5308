import { BYTE, type ByteWriter, type Chunk, Fragment, jsonText } from '../../src/plugin/io';
import { ELEMENT_CODES } from './element-code-table';

// Read once: a property of a re-exported module costs a call.
const { writeJsonText } = jsonText;
const { BRACE_CLOSE } = BYTE;

const OPENING = new Fragment('{"code":');

/** `,"desc":"..."` by code, for each data element that is shown as a code with its description. */
const SUFFIXES: ReadonlyMap<string, ReadonlyMap<number, Fragment>> = new Map(
  Object.entries(ELEMENT_CODES).map(([element, codes]) => [
    element,
    new Map(Object.entries(codes).map(([code, desc]) => [keyOf(Buffer.from(code), 0, code.length), new Fragment(`,"desc":${JSON.stringify(desc)}`)])),
  ]),
);

/** Length of the longest code. */
const MAX_CODE_LENGTH = Math.max(...Object.values(ELEMENT_CODES).flatMap((codes) => Object.keys(codes).map(({ length }) => length)));

/** The bytes of a code as a number, which is found sooner than a string. The first bit says how long the code is. */
function keyOf(bytes: Uint8Array, start: number, end: number): number {
  let key = 1;
  for (let i = start; i < end; i++) key = (key << 8) | (bytes[i] ?? 0);
  return key;
}

/** Returns what writes a data element as `{code, desc}`; undefined for elements that are plain text. A code without description stays alone. */
export function codedElement(dataElement: string): ((out: ByteWriter, chunk: Chunk, start: number, end: number) => void) | undefined {
  const suffixes = SUFFIXES.get(dataElement);
  if (suffixes === undefined) return undefined;
  return (out, chunk, start, end) => {
    out.raw(OPENING);
    writeJsonText(out, chunk, start, end);
    const suffix = end - start > MAX_CODE_LENGTH ? undefined : suffixes.get(keyOf(chunk.bytes, start, end));
    if (suffix !== undefined) out.raw(suffix);
    out.byte(BRACE_CLOSE);
  };
}
