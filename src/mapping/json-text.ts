import { BYTE } from '../common/bytes';
import { Fragment } from '../common/fragment';
import type { ByteWriter } from '../common/byte-writer';
import type { Chunk } from '../x12/segment';

/** 1 for bytes that stand in a JSON string as they are. */
const PLAIN = new Uint8Array(256).fill(1, BYTE.SPACE, 0x7f);
PLAIN[BYTE.QUOTE] = 0;
PLAIN[BYTE.BACKSLASH] = 0;

/**
 * Writes input bytes as a JSON string with its quotes: copied as they are, and decoded and escaped only where they
 * need it.
 */
export function writeJsonText(out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  if (chunk.isPlain) {
    out.quote(chunk.view, start, end);
    return;
  }
  out.reserve(end - start + 2);
  const from = chunk.bytes;
  const { bytes } = out;
  let position = out.length;
  bytes[position++] = BYTE.QUOTE;
  for (let i = start; i < end; i++) {
    const byte = from[i] ?? 0;
    if ((PLAIN[byte] ?? 0) === 0) return writeEscaped(out, chunk, start, end);
    bytes[position++] = byte;
  }
  bytes[position++] = BYTE.QUOTE;
  out.length = position;
}

function writeEscaped(out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  out.text(JSON.stringify(chunk.text(start, end)));
}

/** The key of a value that stands alone, with nothing before it. */
export const ALONE = '';

/** A fragment `,"key":` that starts a member of an object; `,` for an item of an array, nothing for a value alone. With JSON that is always behind it, if there is some. */
export function memberFragment(key: string | undefined, value = ''): Fragment {
  if (key === ALONE) return new Fragment(value);
  return new Fragment(key === undefined ? `,${value}` : `,${JSON.stringify(key)}:${value}`);
}

/** Fragments by key of a declaration: records of many loops share their keys, and there are as many as declarations have. */
const KEYS = new Map<string | undefined, Fragment>();

/** The same as `memberFragment` for the key of a declared field, made once; never for keys that come from the input. */
export function keyFragment(key: string | undefined): Fragment {
  const known = KEYS.get(key);
  if (known !== undefined) return known;
  const fragment = memberFragment(key);
  KEYS.set(key, fragment);
  return fragment;
}

/** Opens an object or array of a key; members and items follow, each with a comma before it. Gives where its value begins. */
export function openGroup(out: ByteWriter, key: Fragment): number {
  out.raw(key);
  return out.length;
}

/** Closes what `openGroup` opened: the first comma becomes the opening bracket. Takes the key back when nothing was written after it. */
export function closeGroup(out: ByteWriter, key: Fragment, open: number, brackets: { readonly open: number; readonly close: number }): void {
  if (out.length === open) {
    out.length = open - key.length;
    return;
  }
  out.bytes[open] = brackets.open;
  out.byte(brackets.close);
}

export const OBJECT = { open: BYTE.BRACE_OPEN, close: BYTE.BRACE_CLOSE } as const;
export const ARRAY = { open: BYTE.BRACKET_OPEN, close: BYTE.BRACKET_CLOSE } as const;
