import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EdiError } from '../../common/edi-error';

/** Bytes of a key that nobody chose. */
const RANDOM_KEY_BYTES = 32;

/** A shorter secret could be guessed. */
const MIN_KEY_BYTES = 16;

/** Weeks that dates may be moved back. */
const MAX_SHIFT_WEEKS = 52;

const DAYS_OF_WEEK = 7;

/** What one secret determines: the same secret gives the same pseudonyms and the same days. */
export interface ScrubKey {
  /** Four words of 32 bits, the key of the pseudonyms. */
  readonly words: Int32Array;
  /** Days that every date is moved back: whole weeks, so that weekdays stay. */
  readonly shiftDays: number;
}

/** Derives the keys of a scrubbing from a secret with HMAC-SHA-256; without a secret, from random bytes that nobody keeps. */
export function deriveScrubKey(secret: Uint8Array = randomBytes(RANDOM_KEY_BYTES)): ScrubKey {
  const derive = (purpose: string): Buffer => createHmac('sha256', secret).update(`clearloop scrub ${purpose}`).digest();
  const pseudonyms = derive('pseudonyms');
  const words = Int32Array.from({ length: 4 }, (_, i) => pseudonyms.readInt32LE(4 * i));
  const shiftDays = DAYS_OF_WEEK * (1 + (derive('dates').readUInt32LE(0) % MAX_SHIFT_WEEKS));
  return { words, shiftDays };
}

/** Reads a secret from a file. Throws EDI_BAD_PARAMETER for a file that cannot be read, and for a secret that could be guessed. */
export function readScrubKey(path: string): Buffer {
  let key: Buffer;
  try {
    key = readFileSync(path);
  } catch (cause) {
    throw new EdiError('EDI_BAD_PARAMETER', `The key file ${path} cannot be read.`, { cause });
  }
  if (key.length < MIN_KEY_BYTES)
    throw new EdiError('EDI_BAD_PARAMETER', `The key file ${path} has ${key.length} bytes; a secret has ${MIN_KEY_BYTES} or more.`);
  return key;
}
