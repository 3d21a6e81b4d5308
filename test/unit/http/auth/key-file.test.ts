import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApiKey } from '../../../../src/http/auth/api-key';
import { readKeyFile, updateKeyFile } from '../../../../src/http/auth/key-file';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const { record } = makeApiKey('billing', NOW, undefined);
const { record: other } = makeApiKey('Zoë @ home', NOW, NOW);

describe('the file of API keys', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    file = join(folder, 'keys.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const contentOf = (keys: unknown, version: unknown = 1): string => JSON.stringify({ version, keys });
  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  it('gives back what was written', () => {
    updateKeyFile(file, (keys) => [...keys, record]);
    updateKeyFile(file, (keys) => [...keys, other]);
    expect(readKeyFile(file)).toEqual([record, other]);
    expect(readdirSync(folder)).toEqual(['keys.json']);
  });

  it('is for its owner alone, in a folder that is made for it', () => {
    const deep = join(folder, 'etc', 'keys.json');
    updateKeyFile(deep, () => [record]);
    expect([modeOf(join(folder, 'etc')), modeOf(deep)]).toEqual([0o700, 0o600]);
  });

  it('keeps a permission of the group to read, and no other', () => {
    updateKeyFile(file, () => [record]);
    chmodSync(file, 0o644);
    updateKeyFile(file, () => [record]);
    expect(modeOf(file)).toBe(0o640);
  });

  it.each([0o620, 0o602, 0o666])('is refused while others may write it: %o', (mode) => {
    updateKeyFile(file, () => [record]);
    chmodSync(file, mode);
    expect(() => readKeyFile(file)).toThrow(/can be changed by others than its owner.*chmod go-w/);
    expect(() => updateKeyFile(file, () => [])).toThrow(/can be changed by others/);
    chmodSync(file, mode & ~0o022);
    expect(readKeyFile(file)).toEqual([record]);
  });

  // Only root may give files away.
  (process.getuid?.() === 0 ? it : it.skip)('stays the file of its owner when root changes it', () => {
    updateKeyFile(file, () => [record]);
    chownSync(file, 12_345, 12_346);
    updateKeyFile(file, () => [other]);
    const { uid, gid } = statSync(file);
    expect([uid, gid, modeOf(file)]).toEqual([12_345, 12_346, 0o600]);
  });

  it('is replaced, not written into, also behind a symbolic link', () => {
    updateKeyFile(file, () => [record]);
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    const before = statSync(file).ino;
    updateKeyFile(link, () => [other]);
    expect(statSync(file).ino).not.toBe(before);
    expect([readKeyFile(file), readKeyFile(link)]).toEqual([[other], [other]]);
  });

  it('stays as it is when the change fails', () => {
    updateKeyFile(file, () => [record]);
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => updateKeyFile(file, fail)).toThrow('no');
    expect(readKeyFile(file)).toEqual([record]);
    expect(readdirSync(folder)).toEqual(['keys.json']);
  });

  it('refuses a second change while one goes on, and names the file that stands in the way', () => {
    updateKeyFile(file, (keys) => {
      const failure = { code: 'EDI_OUTPUT_FAILED', message: expect.stringContaining(join(folder, '.keys.json.partial')) };
      expect(() => updateKeyFile(file, () => [])).toThrow(expect.objectContaining(failure));
      return [...keys, record];
    });
    expect(readKeyFile(file)).toEqual([record]);
  });

  it('is not changed when it is broken', () => {
    writeFileSync(file, 'broken');
    expect(() => updateKeyFile(file, () => [record])).toThrow(expect.objectContaining({ code: 'EDI_SOURCE_UNREADABLE' }));
    expect(readFileSync(file, 'utf8')).toBe('broken');
  });

  it('says which file cannot be read and why', () => {
    const failure = { code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining(`${file} cannot be read (ENOENT)`) };
    expect(() => readKeyFile(file)).toThrow(expect.objectContaining(failure));
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['no JSON', 'secret'],
    ['no object', '"secret"'],
    ['another version', contentOf([], 2)],
    ['no keys', JSON.stringify({ version: 1 })],
    ['a key that is no object', contentOf(['secret'])],
    ['an id of another form', contentOf([{ ...record, id: 'secret' }])],
    ['a name with a line break', contentOf([{ ...record, name: 'secret\nactive' }])],
    ['a key in place of its hash', contentOf([{ ...record, hash: 'secret' }])],
    ['no time', contentOf([{ ...record, createdAt: undefined }])],
    ['an end that is no time', contentOf([{ ...record, expiresAt: '2026-13-01T00:00:00.000Z' }])],
    ['a revocation that is no time', contentOf([{ ...record, revokedAt: true }])],
    ['an id twice', contentOf([record, { ...other, id: record.id }])],
  ])('is refused with %s, and not quoted', (_what, content) => {
    writeFileSync(file, content);
    expect(() => readKeyFile(file)).toThrow(expect.objectContaining({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('is broken') }));
    expect(() => readKeyFile(file)).not.toThrow(/secret/);
  });
});
