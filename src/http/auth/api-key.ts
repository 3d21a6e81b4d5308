import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Header in which a request carries its key. */
export const API_KEY_HEADER = 'X-Api-Key';

const ID_BYTES = 6;
const SECRET_BYTES = 32;

/**
 * A key as it is given out once.
 *
 *     clk_3f9a0c41d27e_mJ0...43 characters of base64url
 *         ^ id         ^ secret
 */
const KEY = /^clk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** Form of the id of a key. */
export const KEY_ID = /^[0-9a-f]{12}$/;

/** Form of the hash of a key. */
export const KEY_HASH = /^sha256:[0-9a-f]{64}$/;

/** Form of the name of a key: letters, digits, blanks and `. _ @ -`, at most 64. */
export const KEY_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

/** Record of a key: enough to recognise it, not enough to send it. Times are ISO 8601 in UTC. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  /** `sha256:` and the hexadecimal SHA-256 of the whole key. */
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly revokedAt?: string;
}

/** Whether a key opens anything: only an active one does. */
export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** A new key and its record. */
export interface NewApiKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

/** Creates a key of 32 random bytes. `random` returns that many bytes; the key itself is in the result only. */
export function makeApiKey(
  name: string,
  createdAt: Date,
  expiresAt: Date | undefined,
  random: (count: number) => Buffer = (count) => randomBytes(count),
): NewApiKey {
  const id = random(ID_BYTES).toString('hex');
  const key = `clk_${id}_${random(SECRET_BYTES).toString('base64url')}`;
  return { key, record: registerApiKey(key, { name, createdAt, expiresAt }, random) };
}

/** Record of an existing key: a key of this product keeps its id, another one gets an id. */
export function registerApiKey(
  key: string,
  { name, createdAt, expiresAt }: { readonly name: string; readonly createdAt: Date; readonly expiresAt: Date | undefined },
  random: (count: number) => Buffer = (count) => randomBytes(count),
): ApiKeyRecord {
  const id = idOfKey(key) ?? random(ID_BYTES).toString('hex');
  const record = { id, name, hash: hashOf(key), createdAt: createdAt.toISOString() };
  return expiresAt === undefined ? record : { ...record, expiresAt: expiresAt.toISOString() };
}

/** Form of a key that can be registered: a header can carry it, and it is too long to be guessed when it is random. */
export const FOREIGN_KEY = /^[!-~]{20,512}$/;

/** Returns the id that is written in a key; undefined for text that is no key. */
export function idOfKey(key: string): string | undefined {
  return KEY.exec(key)?.[1];
}

/** True if the record belongs to the key, compared in constant time. An absent record is compared too, so that response times do not reveal which ids exist. */
export function isKeyOf(key: string, record: ApiKeyRecord | undefined): boolean {
  const isEqual = timingSafeEqual(Buffer.from(hashOf(key)), Buffer.from(record?.hash ?? NO_HASH));
  return isEqual && record !== undefined;
}

/** Returns the state of a key at a time. */
export function stateOf({ expiresAt, revokedAt }: Pick<ApiKeyRecord, 'expiresAt' | 'revokedAt'>, now: Date): ApiKeyState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && now >= new Date(expiresAt) ? 'expired' : 'active';
}

/** As long as a hash, and none. */
const NO_HASH = `sha256:${'-'.repeat(64)}`;

/**
 * The hash of a key, by which it is found. One round of SHA-256 without salt is right for 32 random bytes: there is nothing to guess, so
 * slow hashes, which protect what people make up, would only slow every request down.
 */
export function hashOf(key: string): string {
  return `sha256:${createHash('sha256').update(key, 'utf8').digest('hex')}`;
}
