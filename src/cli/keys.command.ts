import { readFileSync } from 'node:fs';
import { EdiError } from '../common/edi-error';
import { type ApiKeyRecord, FOREIGN_KEY, idOfKey, isKeyOf, KEY_NAME, makeApiKey, registerApiKey, stateOf } from '../http/auth/api-key';
import { readKeyFile, updateKeyFile } from '../http/auth/key-file';
import { unreadable } from '../io/file-source';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { tableText } from './table-text';
import { UsageError } from './usage-error';

const DAY_MILLISECONDS = 86_400_000;

const FILE_SETTING = 'CLEARLOOP_API_KEYS_FILE';

/** Request to `clearloop keys`, with its options under their names in the program. */
export type KeysRequest =
  | { readonly action: 'create'; readonly name?: string | undefined; readonly file?: string; readonly expiresInDays?: number }
  | { readonly action: 'add'; readonly name?: string | undefined; readonly keyFile?: string; readonly file?: string; readonly expiresInDays?: number }
  | { readonly action: 'list'; readonly file?: string; readonly json?: boolean }
  | { readonly action: 'revoke'; readonly id: string; readonly file?: string };

/** Changes or shows a file of API keys. Throws UsageError, EDI_SOURCE_UNREADABLE and EDI_OUTPUT_FAILED; no message has a key. */
export async function keysCommand(request: KeysRequest, io: CommandIo, now = new Date()): Promise<ExitCode> {
  const file = request.file ?? io.environment[FILE_SETTING]?.trim() ?? '';
  if (file === '') throw new UsageError(`Which file holds the API keys? Name it with --file, or with the setting ${FILE_SETTING} as for the service.`);
  if (request.action === 'create') create(file, request, io, now);
  else if (request.action === 'add') add(file, await readKey(request.keyFile, io), request, io, now);
  else if (request.action === 'list') io.stdout.write(request.json === true ? jsonOf(readKeyFile(file), now) : tableOf(readKeyFile(file), now));
  else revoke(file, request.id, io, now);
  return EXIT.ok;
}

function create(file: string, { name = 'unnamed', expiresInDays }: KeysRequest & { readonly action: 'create' }, io: CommandIo, now: Date): void {
  checkName(name);
  const { key, record } = makeApiKey(name, now, endOf(expiresInDays, now));
  updateKeyFile(file, (keys) => [...keys, record]);
  io.stdout.write(`${key}\n`);
  const end = record.expiresAt === undefined ? 'It does not expire.' : `It expires at ${record.expiresAt}.`;
  io.stderr.write(`Key ${record.id} (${name}) is in ${file}. ${end} The key itself is shown this once and kept nowhere: store it now.\n`);
}

function checkName(name: string): void {
  if (!KEY_NAME.test(name)) throw new UsageError('The name of a key has at most 64 letters, digits, blanks and . _ @ - and begins with a letter or a digit.');
}

function endOf(days: number | undefined, now: Date): Date | undefined {
  return days === undefined ? undefined : new Date(now.getTime() + days * DAY_MILLISECONDS);
}

/** Registers an existing key, so that its holders need no new one. */
function add(file: string, key: string, { name = 'unnamed', expiresInDays }: KeysRequest & { readonly action: 'add' }, io: CommandIo, now: Date): void {
  checkName(name);
  if (!FOREIGN_KEY.test(key))
    throw new UsageError('A key that is added has 20 to 512 printable ASCII characters and no blank, on one line. Make a new one with "keys create".');
  const record = registerApiKey(key, { name, createdAt: now, expiresAt: endOf(expiresInDays, now) });
  updateKeyFile(file, (keys) => {
    const known = keys.find((one) => one.id === record.id || isKeyOf(key, one));
    if (known !== undefined) throw new UsageError(`${file} has this key already, as ${known.id} (${known.name}).`);
    return [...keys, record];
  });
  const end = record.expiresAt === undefined ? 'It does not expire.' : `It expires at ${record.expiresAt}.`;
  io.stderr.write(`Key ${record.id} (${name}) is in ${file}. ${end}\n`);
}

/** Reads a key from a file or from standard input: everybody on the machine sees arguments of a program, and shells store them. */
async function readKey(path: string | undefined, io: CommandIo): Promise<string> {
  const text = path === undefined ? await readShort(io.stdin) : readKeyText(path);
  return text.replace(/\r?\n$/, '');
}

function readKeyText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EdiError('EDI_SOURCE_UNREADABLE', `${path}: ${unreadable(cause).message}`, { cause });
  }
}

/** More than any key has is not read. */
const MAX_KEY_CHARACTERS = 10_000;

async function readShort(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.length > MAX_KEY_CHARACTERS) break;
  }
  return text;
}

/** Accepts the whole key instead of its id, since after a leak that may be the only known one. */
function revoke(file: string, idOrKey: string, io: CommandIo, now: Date): void {
  const requested = idOfKey(idOrKey) ?? idOrKey;
  const found = readKeyFile(file).find((record) => record.id === requested || isKeyOf(idOrKey, record));
  if (found === undefined) throw new UsageError(`${file} has no key of this id. "clearloop keys list" shows the ids.`);
  if (found.revokedAt !== undefined) {
    io.stderr.write(`Key ${found.id} (${found.name}) was revoked before, at ${found.revokedAt}.\n`);
    return;
  }
  const revokedAt = now.toISOString();
  updateKeyFile(file, (keys) => keys.map((record) => (record.id === found.id ? { ...record, revokedAt } : record)));
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
