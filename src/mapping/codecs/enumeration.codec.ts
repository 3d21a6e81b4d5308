import { Fragment } from '../../common/fragment';
import { IntTable } from '../../common/int-table';
import { packCode, packText, UNPACKABLE } from '../../common/pack-code';
import type { Enumeration } from '../enumeration';
import type { Codec } from './codec';

/**
 * ID elements as the name of their code. An unknown code has no name, and no value, unless the concept names one for
 * all others (`otherwise`).
 */
export function enumerationCodec(table: Enumeration, otherwise?: string): Codec<string> {
  const names = new IntTable([...table.nameOf].map(([code, name]) => [packKnown(code, table), new Fragment(JSON.stringify(name))] as const));
  const fallback = otherwise === undefined ? undefined : new Fragment(JSON.stringify(otherwise));
  return {
    schema: { type: 'string', enum: [...new Set(table.nameOf.values())] },
    format: { kind: 'named', names, otherwise: fallback },
    read: (chunk, start, end) => table.nameOf.get(chunk.text(start, end)) ?? otherwise,
    encode: (out, key, chunk, start, end) => {
      const name = names.get(packCode(chunk.bytes, start, end)) ?? fallback;
      if (name === undefined) return;
      out.raw(key);
      out.raw(name);
    },
  };
}

function packKnown(code: string, { name }: Enumeration): number {
  const packed = packText(code);
  if (packed === UNPACKABLE) throw new RangeError(`Code ${code} of ${name} is longer than the codes of an enumeration can be.`);
  return packed;
}
