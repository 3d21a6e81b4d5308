import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EdiError } from '../../common/edi-error';
import { makeFolder } from '../../io/make-folder';
import { systemErrorCode } from '../../io/system-error';
import type { MonotonicClock } from '../clocks';
import type { ServiceLog } from '../logging/service-log';
import { type ApiKeyRecord, type ApiKeyState, hashOf, isKeyOf, KEY_HASH, KEY_ID, KEY_NAME, stateOf } from './api-key';

/** Version of the shape of the file; another one is refused, never guessed at. */
const FILE_VERSION = 1;

const OWNER_ONLY = 0o600;
const GROUP_MAY_READ = 0o040;
const OTHERS_MAY_WRITE = 0o022;

/**
 * Reads a file of API keys.
 *
 *     {"version": 1, "keys": [{"id": "3f9a0c41d27e", "name": "billing", "hash": "sha256:...", "createdAt": "2026-01-01T00:00:00.000Z"}]}
 *
 * Throws EDI_SOURCE_UNREADABLE, whose message has the path and nothing of the content.
 */
export function readKeyFile(path: string): readonly ApiKeyRecord[] {
  let text: string;
  let mode: number;
  try {
    text = readFileSync(path, 'utf8');
    ({ mode } = statSync(path));
  } catch (cause) {
    const reason = systemErrorCode(cause) ?? 'unknown error';
    const message = `The file of API keys ${path} cannot be read (${reason}). "clearloop keys create" makes it; the service needs permission to read it.`;
    throw new EdiError('EDI_SOURCE_UNREADABLE', message, { cause });
  }
  // Windows has no such permissions; the mode that Node returns there is meaningless.
  if (process.platform !== 'win32' && (mode & OTHERS_MAY_WRITE) !== 0) throw writableByOthers(path);
  const keys = parseKeys(text);
  if (keys !== undefined) return keys;
  const message = `The file of API keys ${path} is broken, or was written by another version. Let "clearloop keys" write it, and nothing else.`;
  throw new EdiError('EDI_SOURCE_UNREADABLE', message);
}

/** A user who can write the file can create keys. */
function writableByOthers(path: string): EdiError {
  const message = `The file of API keys ${path} can be changed by others than its owner. Take that permission away: chmod go-w ${path}`;
  return new EdiError('EDI_SOURCE_UNREADABLE', message);
}

/**
 * Changes a file of API keys; creates it if it does not exist. The new content appears whole or not at all. Until then it is in a file next to it, which also
 * prevents a second change from starting, so that no change is lost. The file is for its owner alone; owner, and a permission of the group to read, do not
 * change. Throws the errors of `change`, and EDI_OUTPUT_FAILED.
 */
export function updateKeyFile(path: string, change: (keys: readonly ApiKeyRecord[]) => readonly ApiKeyRecord[]): void {
  const exists = statSync(path, { throwIfNoEntry: false }) !== undefined;
  const target = exists ? realpathSync(path) : path;
  const partial = join(dirname(target), `.${basename(target)}.partial`);
  const descriptor = guarded(path, () => openPartial(path, partial));
  try {
    const keys = change(exists ? readKeyFile(target) : []);
    guarded(path, () => {
      if (exists) keepAccess(descriptor, target);
      writeFileSync(descriptor, `${JSON.stringify({ version: FILE_VERSION, keys }, undefined, 2)}\n`);
      fsyncSync(descriptor);
      renameSync(partial, target);
    });
  } catch (error) {
    unlinkSync(partial);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function openPartial(path: string, partial: string): number {
  makeFolder(dirname(partial), 0o700);
  try {
    return openSync(partial, 'wx', OWNER_ONLY);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'EEXIST') throw cause;
    const message = `${path} is being changed by another command. If none runs, one was killed: delete ${partial} and try again.`;
    throw new EdiError('EDI_OUTPUT_FAILED', message, { cause });
  }
}

/** A file that changes hands could not be read any more by the service, and a revocation would go unseen. */
function keepAccess(descriptor: number, target: string): void {
  const { uid, gid, mode } = statSync(target);
  fchownSync(descriptor, uid, gid);
  fchmodSync(descriptor, OWNER_ONLY | (mode & GROUP_MAY_READ));
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof EdiError) throw cause;
    const reason = systemErrorCode(cause) ?? 'unknown error';
    throw new EdiError('EDI_OUTPUT_FAILED', `${path} cannot be written (${reason}). Only its owner, or root, may change the file of API keys.`, { cause });
  }
}

function parseKeys(text: string): readonly ApiKeyRecord[] | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // Text that is no JSON is broken; the parser's message would quote it.
    return undefined;
  }
  if (!isObject(content) || content['version'] !== FILE_VERSION || !Array.isArray(content['keys'])) return undefined;
  const keys: unknown[] = content['keys'];
  if (!keys.every(isRecord)) return undefined;
  return new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
}

function isRecord(value: unknown): value is ApiKeyRecord {
  if (!isObject(value)) return false;
  const { id, name, hash, createdAt, expiresAt, revokedAt } = value;
  const isNamed = isTextLike(id, KEY_ID) && isTextLike(name, KEY_NAME) && isTextLike(hash, KEY_HASH);
  return isNamed && isTime(createdAt) && [expiresAt, revokedAt].every((time) => time === undefined || isTime(time));
}

function isTextLike(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(new Date(value).getTime()) && new Date(value).toISOString() === value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const CHECK_MILLISECONDS = 1_000;

/** The clocks that keys are measured with. */
export interface KeyClocks {
  readonly now: () => Date;
  readonly monotonic: MonotonicClock;
}

/** A key that a request proved to have. */
export interface KnownKey {
  readonly id: string;
  readonly state: ApiKeyState;
}

/**
 * The keys of a file. When a key is looked up, at most once a second, it checks whether the file has changed, so that a revocation works without a restart. A
 * file that can no longer be read is logged, and the last keys remain.
 */
export class KeyStore {
  private keys: ReadonlyMap<string, ApiKeyRecord>;
  private stamp: string;
  private nextCheck: number;
  private isFailing = false;

  /** Reads the file. Throws EDI_SOURCE_UNREADABLE. */
  constructor(
    private readonly file: string,
    private readonly clocks: KeyClocks,
    private readonly log: ServiceLog,
  ) {
    this.stamp = stampOf(file);
    this.keys = byHash(readKeyFile(file));
    this.nextCheck = clocks.monotonic() + CHECK_MILLISECONDS;
  }

  /** Number of the keys that open something now. */
  get activeCount(): number {
    const now = this.clocks.now();
    return [...this.keys.values()].filter((record) => stateOf(record, now) === 'active').length;
  }

  /** Finds the key that a request sends; undefined for one that is not known, or is no key at all. */
  identify(key: string): KnownKey | undefined {
    this.refresh();
    const record = this.keys.get(hashOf(key));
    if (!isKeyOf(key, record) || record === undefined) return undefined;
    return { id: record.id, state: stateOf(record, this.clocks.now()) };
  }

  private refresh(): void {
    const time = this.clocks.monotonic();
    if (time < this.nextCheck) return;
    this.nextCheck = time + CHECK_MILLISECONDS;
    const stamp = stampOf(this.file);
    if (stamp === this.stamp && !this.isFailing) return;
    try {
      this.keys = byHash(readKeyFile(this.file));
      this.stamp = stamp;
      this.isFailing = false;
      this.log.log({ event: 'api-keys-read', keys: this.keys.size, active: this.activeCount });
    } catch (error) {
      this.logFailure(error);
    }
  }

  /** Logs the first of consecutive failures: the file is tried again every second. */
  private logFailure(error: unknown): void {
    if (!this.isFailing) {
      const reason = error instanceof EdiError ? systemErrorCode(error.cause) : undefined;
      const note = 'The file of API keys cannot be read any more. The keys read last stay in force, and later changes have no effect.';
      this.log.warn({ event: 'api-keys-unreadable', reason: reason ?? 'broken', note });
    }
    this.isFailing = true;
  }
}

function byHash(records: readonly ApiKeyRecord[]): ReadonlyMap<string, ApiKeyRecord> {
  return new Map(records.map((record) => [record.hash, record]));
}

/** Returns a text that changes with the file: replaced, written, made readable. */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(':');
  } catch (error) {
    // Reading the file, which comes next, meets the same error and reports it.
    return systemErrorCode(error) ?? 'unknown error';
  }
}
