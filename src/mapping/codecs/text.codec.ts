import { Fragment } from '../../common/fragment';
import { packCode } from '../../common/pack-code';
import type { Enumeration } from '../enumeration';
import { writeJsonText } from '../json-text';
import type { Codec } from './codec';

/** AN and ID elements: the characters as they are. */
export const textCodec: Codec<string> = {
  schema: { type: 'string' },
  format: { kind: 'text' },
  encode: ({ out }, key, chunk, start, end) => {
    out.raw(key);
    writeJsonText(out, chunk, start, end);
  },
  write: textOf,
};

/** A code that is none of the usual ones; those have no value. */
export function unusualCodec(usual: readonly string[]): Codec<string> {
  return {
    schema: textCodec.schema,
    encode: ({ out }, key, chunk, start, end) => {
      if (usual.includes(chunk.text(start, end))) return;
      out.raw(key);
      writeJsonText(out, chunk, start, end);
    },
    write: textOf,
  };
}

/** Text that is written only where nothing else stands. */
export const freeTextCodec: Codec<string> = {
  ...textCodec,
  write: (value, before) => {
    const text = textOf(value);
    return text === undefined || before === '' || before === text ? text : false;
  },
};

/** Text as it is; numbers that identify something may come as such. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

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
