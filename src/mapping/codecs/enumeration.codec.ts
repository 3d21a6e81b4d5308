import { Fragment } from '../../common/fragment';
import { packCode } from '../../common/pack-code';
import type { Enumeration } from '../enumeration';
import type { Codec } from './codec';

/**
 * ID elements as the name of their code. An unknown code has no name, and no value, unless the concept names one for
 * all others (`otherwise`).
 */
export function enumerationCodec(table: Enumeration, otherwise?: string): Codec<string> {
  const fallback = otherwise === undefined ? undefined : new Fragment(JSON.stringify(otherwise));
  return {
    schema: { type: 'string', enum: [...new Set([...table.nameOf.values(), ...(otherwise === undefined ? [] : [otherwise])])] },
    format: { kind: 'named', table, otherwise: fallback },
    encode: ({ out }, key, chunk, start, end) => {
      const name = table.jsonNames().get(packCode(chunk.bytes, start, end)) ?? fallback;
      if (name === undefined) return;
      out.raw(key);
      out.raw(name);
    },
    nameOf: (code) => table.nameOf.get(code) ?? otherwise,
    hasSeveralCodes: (name) => table.namesOfSeveralCodes.has(name),
    write: (value) => {
      if (typeof value !== 'string') return undefined;
      if (value === '' || value === otherwise) return '';
      return table.codeOf.get(value) ?? (table.nameOf.has(value) ? value : undefined);
    },
  };
}
