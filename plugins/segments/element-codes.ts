import { BYTE, type ByteWriter, type Chunk, Fragment, jsonText } from '../../src/plugin/io';
import { ELEMENT_CODES } from './element-code-table';

const OPENING = new Fragment('{"code":');

/** `,"desc":"..."` by code, for each data element that is shown as a code with its description. */
const SUFFIXES: ReadonlyMap<string, ReadonlyMap<string, Fragment>> = new Map(
  Object.entries(ELEMENT_CODES).map(([element, codes]) => [
    element,
    new Map(Object.entries(codes).map(([code, desc]) => [code, new Fragment(`,"desc":${JSON.stringify(desc)}`)])),
  ]),
);

/** Returns what writes a data element as `{code, desc}`; undefined for elements that are plain text. A code without description stays alone. */
export function codedElement(dataElement: string): ((out: ByteWriter, chunk: Chunk, start: number, end: number) => void) | undefined {
  const suffixes = SUFFIXES.get(dataElement);
  if (suffixes === undefined) return undefined;
  return (out, chunk, start, end) => {
    out.raw(OPENING);
    jsonText.writeJsonText(out, chunk, start, end);
    const suffix = suffixes.get(chunk.text(start, end));
    if (suffix !== undefined) out.raw(suffix);
    out.byte(BYTE.BRACE_CLOSE);
  };
}
