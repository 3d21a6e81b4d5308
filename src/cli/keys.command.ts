import { type ApiKeyRecord, idOfKey, KEY_NAME, makeApiKey, stateOf } from '../http/auth/api-key';
import { readKeyFile, updateKeyFile } from '../http/auth/key-file';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { tableText } from './table-text';
import { UsageError } from './usage-error';

const DAY_MILLISECONDS = 86_400_000;

const FILE_SETTING = 'CLEARLOOP_API_KEYS_FILE';

/** What `clearloop keys` is asked to do, with its options under the names that the program gives them. */
export type KeysRequest =
  | { readonly action: 'create'; readonly name?: string | undefined; readonly file?: string; readonly expiresInDays?: number }
  | { readonly action: 'list'; readonly file?: string; readonly json?: boolean }
  | { readonly action: 'revoke'; readonly id: string; readonly file?: string };

/** Changes or shows a file of API keys. Throws UsageError, EDI_SOURCE_UNREADABLE and EDI_OUTPUT_FAILED; no message has a key. */
export function keysCommand(request: KeysRequest, io: CommandIo, now = new Date()): ExitCode {
  const file = request.file ?? io.environment[FILE_SETTING]?.trim() ?? '';
  if (file === '') throw new UsageError(`Which file holds the API keys? Name it with --file, or with the setting ${FILE_SETTING} as for the service.`);
  if (request.action === 'create') create(file, request, io, now);
  else if (request.action === 'list') io.stdout.write(request.json === true ? jsonOf(readKeyFile(file), now) : tableOf(readKeyFile(file), now));
  else revoke(file, request.id, io, now);
  return EXIT.ok;
}

function create(file: string, { name = 'unnamed', expiresInDays }: KeysRequest & { readonly action: 'create' }, io: CommandIo, now: Date): void {
  if (!KEY_NAME.test(name)) throw new UsageError('The name of a key has at most 64 letters, digits, blanks and . _ @ - and begins with a letter or a digit.');
  const expiresAt = expiresInDays === undefined ? undefined : new Date(now.getTime() + expiresInDays * DAY_MILLISECONDS);
  const { key, record } = makeApiKey(name, now, expiresAt);
  updateKeyFile(file, (keys) => [...keys, record]);
  io.stdout.write(`${key}\n`);
  const end = record.expiresAt === undefined ? 'It does not expire.' : `It expires at ${record.expiresAt}.`;
  io.stderr.write(`Key ${record.id} (${name}) is in ${file}. ${end} The key itself is shown this once and kept nowhere: store it now.\n`);
}

/** Takes the whole key for its id too, since that is what may be at hand when a key has leaked. */
function revoke(file: string, idOrKey: string, io: CommandIo, now: Date): void {
  const id = idOfKey(idOrKey) ?? idOrKey;
  const found = readKeyFile(file).find((record) => record.id === id);
  if (found === undefined) throw new UsageError(`${file} has no key of this id. "clearloop keys list" shows the ids.`);
  if (found.revokedAt !== undefined) {
    io.stderr.write(`Key ${found.id} (${found.name}) was revoked before, at ${found.revokedAt}.\n`);
    return;
  }
  const revokedAt = now.toISOString();
  updateKeyFile(file, (keys) => keys.map((record) => (record.id === id ? { ...record, revokedAt } : record)));
  io.stderr.write(`Key ${found.id} (${found.name}) is revoked. A running service refuses it within a second or two.\n`);
}

function jsonOf(keys: readonly ApiKeyRecord[], now: Date): string {
  const shown = keys.map(({ hash: _hash, ...record }) => ({ ...record, state: stateOf(record, now) }));
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

function tableOf(keys: readonly ApiKeyRecord[], now: Date): string {
  const rows = keys.map((record) => [record.id, record.name, dayOf(record.createdAt), dayOf(record.expiresAt), stateOf(record, now)]);
  return tableText([['id', 'name', 'created', 'expires', 'state'], ...rows]);
}

/** Day of a time in UTC, as yyyy-mm-dd. */
function dayOf(time: string | undefined): string {
  return time?.slice(0, 10) ?? 'never';
}
