import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApiKey } from '../../../../src/http/auth/api-key';
import { updateKeyFile } from '../../../../src/http/auth/key-file';
import { KeyStore } from '../../../../src/http/auth/key-file';
import { ServiceLog } from '../../../../src/http/logging/service-log';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const TOMORROW = new Date('2026-01-02T00:00:00.000Z');
const first = makeApiKey('first', NOW, undefined);
const ending = makeApiKey('ending', NOW, TOMORROW);
const unknown = makeApiKey('unknown', NOW, undefined);

describe('KeyStore', () => {
  let folder: string;
  let file: string;
  let now: Date;
  let milliseconds: number;
  let log: ServiceLog;
  let store: KeyStore;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    file = join(folder, 'keys.json');
    now = NOW;
    milliseconds = 5_000;
    log = new ServiceLog('error');
    jest.spyOn(log, 'warn').mockReturnValue(undefined);
    updateKeyFile(file, () => [first.record, ending.record]);
    store = new KeyStore(file, { now: () => now, monotonic: () => milliseconds }, log);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const revokeFirst = (): void =>
    updateKeyFile(file, (keys) => keys.map((key) => (key.id === first.record.id ? { ...key, revokedAt: NOW.toISOString() } : key)));
  const stateOfFirst = (): string | undefined => store.identify(first.key)?.state;
  const warnings = (): unknown[] => jest.mocked(log.warn).mock.calls.map(([message]) => message);

  it('knows the keys of its file and no others', () => {
    expect(store.identify(first.key)).toEqual({ id: first.record.id, state: 'active' });
    expect(store.identify(unknown.key)).toBeUndefined();
    expect(store.identify(`clk_${first.record.id}_${'a'.repeat(43)}`)).toBeUndefined();
    expect(store.identify(first.record.hash)).toBeUndefined();
    expect(store.identify('')).toBeUndefined();
  });

  it('lets keys expire', () => {
    expect([store.identify(ending.key)?.state, store.activeCount]).toEqual(['active', 2]);
    now = TOMORROW;
    expect([store.identify(ending.key)?.state, store.activeCount]).toEqual(['expired', 1]);
  });

  it('sees a revocation after a second, and does not look before', () => {
    revokeFirst();
    milliseconds += 999;
    expect(stateOfFirst()).toBe('active');
    milliseconds += 1;
    expect(stateOfFirst()).toBe('revoked');
  });

  it('sees a new key', () => {
    updateKeyFile(file, (keys) => [...keys, unknown.record]);
    milliseconds += 1_000;
    expect(store.identify(unknown.key)?.state).toBe('active');
  });

  it.each([
    ['is gone', (): void => rmSync(file), 'ENOENT'],
    ['is broken', (): void => writeFileSync(file, 'secret'), 'broken'],
  ])('keeps its keys when the file %s, warns once, and goes on when it is back', (_what, spoil, reason) => {
    spoil();
    for (let seconds = 0; seconds < 3; seconds++) {
      milliseconds += 1_000;
      expect(stateOfFirst()).toBe('active');
    }
    expect(warnings()).toEqual([{ event: 'api-keys-unreadable', reason, note: expect.any(String) }]);
    expect(JSON.stringify(warnings())).not.toMatch(/secret|sha256|clk_/);
    updateKeyFile(join(folder, 'new.json'), () => [{ ...first.record, revokedAt: NOW.toISOString() }]);
    renameSync(join(folder, 'new.json'), file);
    milliseconds += 1_000;
    expect(stateOfFirst()).toBe('revoked');
    rmSync(file);
    milliseconds += 1_000;
    expect(stateOfFirst()).toBe('revoked');
    expect(warnings()).toHaveLength(2);
  });

  it('warns again of a volume that is away for the second time, though the file on it is the same', () => {
    for (let times = 1; times <= 2; times++) {
      renameSync(folder, `${folder}-away`);
      milliseconds += 1_000;
      expect(stateOfFirst()).toBe('active');
      renameSync(`${folder}-away`, folder);
      milliseconds += 1_000;
      expect(stateOfFirst()).toBe('active');
      expect(warnings()).toHaveLength(times);
    }
  });

  it('cannot be made of a file that cannot be read', () => {
    rmSync(file);
    expect(() => new KeyStore(file, { now: () => now, monotonic: () => milliseconds }, log)).toThrow(
      expect.objectContaining({ code: 'EDI_SOURCE_UNREADABLE' }),
    );
  });
});
