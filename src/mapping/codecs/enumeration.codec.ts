import { Fragment } from '../../common/fragment';
import { at } from '../../common/bytes';
import type { ByteWriter } from '../../common/byte-writer';
import type { Chunk } from '../../x12/segment';
import type { Enumeration } from '../enumeration';
import type { Codec } from './codec';

const LONGEST_PACKED = 3;

/** Packs up to three bytes into a number, so that codes are found without making strings; -1 for longer ones. */
export function packCode(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > LONGEST_PACKED) return -1;
  let packed = end - start;
  for (let i = start; i < end; i++) packed = (packed << 8) | at(bytes, i);
  return packed;
}

/**
 * ID elements as the name of their code. An unknown code has no name, and no value, unless the concept names one for
 * all others (`otherwise`).
 */
export function enumerationCodec(table: Enumeration, otherwise?: string): Codec<string> {
  const names = new Map<number, Fragment>();
  for (const [code, name] of table.nameOf) {
    if (code.length > LONGEST_PACKED) throw new RangeError(`Code ${code} of ${table.name} has more than ${LONGEST_PACKED} characters.`);
    names.set(packCode(Buffer.from(code), 0, code.length), new Fragment(JSON.stringify(name)));
  }
  const fallback = otherwise === undefined ? undefined : new Fragment(JSON.stringify(otherwise));
  const nameOf = (code: string): string | undefined => table.nameOf.get(code) ?? otherwise;
  return {
    schema: { type: 'string', enum: [...new Set(table.nameOf.values())] },
    read: (chunk, start, end) => nameOf(chunk.text(start, end)),
    encode: (out: ByteWriter, key: Fragment, chunk: Chunk, start: number, end: number) => {
      const name = names.get(packCode(chunk.bytes, start, end)) ?? fallback;
      if (name === undefined) return;
      out.raw(key);
      out.raw(name);
    },
  };
}
