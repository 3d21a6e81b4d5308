import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idOfKey, isKeyOf } from '../../../src/http/auth/api-key';
import { readKeyFile } from '../../../src/http/auth/key-file';
import { KeyStore } from '../../../src/http/auth/key-file';
import { ServiceLog } from '../../../src/http/logging/service-log';
import { type Outcome, runCommand } from './fake-io';

describe('clearloop keys', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    file = join(folder, 'keys.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const keys = async (...argv: readonly string[]): Promise<Outcome> => runCommand(['keys', ...argv, '--file', file]);
  const create = async (...argv: readonly string[]): Promise<string> => (await keys('create', ...argv)).stdout.trim();

  it('prints a new key, and nothing else, on standard output', async () => {
    const { exitCode, stdout, stderr } = await keys('create', 'billing system');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^clk_[0-9a-f]{12}_[\w-]{43}\n$/)]);
    expect(stderr).toContain('(billing system)');
    expect(stderr).not.toContain(stdout.trim());
  });

  it('keeps the hash of the key and not the key', async () => {
    const key = await create();
    const [record] = readKeyFile(file);
    expect(isKeyOf(key, record)).toBe(true);
    expect(record).toMatchObject({ name: 'unnamed' });
    expect(record).not.toHaveProperty('expiresAt');
    expect(readFileSync(file, 'utf8')).not.toContain(key.slice(-43));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('makes keys that expire', async () => {
    await create('a', '--expires-in-days', '30');
    const [record] = readKeyFile(file);
    expect(new Date(record?.expiresAt ?? 0).getTime() - new Date(record?.createdAt ?? 0).getTime()).toBe(30 * 86_400_000);
  });

  const FOREIGN = 'LIC-7f3a9c52e1-Zk8+Qw/3==';

  it.each([
    ['standard input', async (): Promise<Outcome> => runCommand(['keys', 'add', 'old client', '--file', file], { input: `${FOREIGN}\n` })],
    [
      'a file',
      async (): Promise<Outcome> => {
        writeFileSync(join(folder, 'key.txt'), `${FOREIGN}\r\n`);
        return keys('add', 'old client', '--key-file', join(folder, 'key.txt'));
      },
    ],
  ])('registers a key that exists, from %s, without repeating it', async (_what, add) => {
    const { exitCode, stdout, stderr } = await add();
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^Key [0-9a-f]{12} \(old client\) is in /);
    expect(stderr + readFileSync(file, 'utf8')).not.toContain(FOREIGN);
    const [record] = readKeyFile(file);
    expect(isKeyOf(FOREIGN, record)).toBe(true);
    const log = new ServiceLog('error');
    const known = new KeyStore(file, { now: () => new Date(), monotonic: () => 0 }, log).identify(FOREIGN);
    expect(known).toEqual({ id: record?.id, state: 'active' });
  });

  it('keeps the id of a key of another file of keys', async () => {
    const key = (await runCommand(['keys', 'create', '--file', join(folder, 'other.json')])).stdout.trim();
    await runCommand(['keys', 'add', '--file', file], { input: key });
    expect(readKeyFile(file).map(({ id }) => id)).toEqual([idOfKey(key)]);
  });

  it('revokes a registered key by the whole key', async () => {
    await runCommand(['keys', 'add', '--file', file], { input: FOREIGN });
    expect((await keys('revoke', FOREIGN)).exitCode).toBe(0);
    expect(readKeyFile(file)[0]?.revokedAt).toBeDefined();
  });

  it.each([
    ['that the file has already', FOREIGN, 'has this key already'],
    ['that is short', 'secret', '20 to 512 printable'],
    ['of two lines', `${FOREIGN}\n${FOREIGN}x`, '20 to 512 printable'],
    ['that is missing', '', '20 to 512 printable'],
  ])('registers no key %s', async (_what, input, message) => {
    await runCommand(['keys', 'add', '--file', file], { input: FOREIGN });
    const { exitCode, stderr } = await runCommand(['keys', 'add', '--file', file], { input });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain(FOREIGN);
    expect(readKeyFile(file)).toHaveLength(1);
  });

  it('lists the keys as a table', async () => {
    const [first, second] = [await create('a'), await create('long name', '--expires-in-days', '1')].map(idOfKey);
    await keys('revoke', first ?? '');
    const day = readKeyFile(file)[0]?.createdAt.slice(0, 10);
    const { stdout } = await keys('list');
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^id {12}name {7}created {5}expires {5}state$/);
    expect(rows).toEqual([
      `${first}  a          ${day}  never       revoked`,
      expect.stringMatching(new RegExp(`^${second}  long name  [\\d-]{10}  [\\d-]{10}  active$`)),
    ]);
  });

  it('lists the keys as JSON, without hashes', async () => {
    const id = idOfKey(await create('a'));
    const { stdout } = await keys('list', '--json');
    expect(JSON.parse(stdout)).toEqual([{ id, name: 'a', createdAt: expect.any(String), state: 'active' }]);
  });

  it.each([
    ['its id', (key: string): string => idOfKey(key) ?? ''],
    ['the whole key', (key: string): string => key],
  ])('revokes one key by %s, and does not repeat the key', async (_what, toArgument) => {
    const key = await create('a');
    await create('b');
    const { exitCode, stdout, stderr } = await keys('revoke', toArgument(key));
    expect([exitCode, stdout, stderr]).toEqual([0, '', expect.stringContaining('is revoked')]);
    expect(stderr).not.toContain(key);
    expect(readKeyFile(file).map(({ revokedAt }) => revokedAt !== undefined)).toEqual([true, false]);
  });

  it('keeps the time of the first revocation', async () => {
    const id = idOfKey(await create('a')) ?? '';
    await keys('revoke', id);
    const before = readFileSync(file, 'utf8');
    const { exitCode, stderr } = await keys('revoke', id);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('was revoked before')]);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('takes the file from the setting of the service, and --file before it', async () => {
    const environment = { CLEARLOOP_API_KEYS_FILE: ` ${file} ` };
    await runCommand(['keys', 'create', 'a'], { environment });
    await runCommand(['keys', 'create', 'b', '--file', join(folder, 'other.json')], { environment });
    expect(readKeyFile(file).map(({ name }) => name)).toEqual(['a']);
    expect(readKeyFile(join(folder, 'other.json')).map(({ name }) => name)).toEqual(['b']);
  });

  it.each([{}, { CLEARLOOP_API_KEYS_FILE: ' ' }])('asks for the file when nothing names it: %j', async (environment) => {
    for (const argv of [['create'], ['list'], ['revoke', 'x']]) {
      const { exitCode, stdout, stderr } = await runCommand(['keys', ...argv], { environment });
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/--file.*CLEARLOOP_API_KEYS_FILE/);
    }
  });

  it.each([
    [[], 'Usage'],
    [['make'], 'unknown command'],
    [['revoke'], 'missing required argument'],
    [['create', 'a\nb'], 'The name of a key'],
    [['create', '--expires-in-days', '0'], 'Allowed: a whole number from 1 to 36500.'],
  ])('exits with 2 for wrong usage: %j', async (argv, message) => {
    const { exitCode, stdout, stderr } = await runCommand(['keys', ...argv], { environment: { CLEARLOOP_API_KEYS_FILE: file } });
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('exits with 2 for an id that the file does not have, without repeating it', async () => {
    await create('a');
    const { exitCode, stderr } = await keys('revoke', 'clk_secret');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('has no key of this id')]);
    expect(stderr).not.toContain('clk_secret');
  });

  it.each([['list'], ['revoke', 'x']])('exits with 1 when there is no file: %s', async (...argv) => {
    const { exitCode, stderr } = await keys(...argv);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot be read (ENOENT)')]);
  });
});
