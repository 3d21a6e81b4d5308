import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuideLoader } from '../../../src/guide/guide-loader';
import { GuideRegistry, type GuideRequest } from '../../../src/guide/guide-registry';
import { SMALL_GUIDE } from './small-guide';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  addGuide('004010X098A1', { set: '837', group: 'HC', versions: ['004010X098A1'] });
  addGuide('005010X222A2', { set: '837', group: 'HC', versions: ['005010X222A2', '005010X222A1', '005010X222'] });
  addGuide('005010X222Z0', { set: '837', group: 'HC', versions: ['005010X222Z0'] });
  addGuide('005010X223A3', { set: '837', group: 'HC', versions: ['005010X223A3'] });
  addGuide('005010X298', { set: '837', group: 'HC', versions: ['005010X298'] });
  addGuide('005010X214', { set: '277', group: 'HN', versions: ['005010X214'] });
  addGuide('006020X000', { set: '277', group: 'ZZ', versions: ['006020X000'] });
  addGuide('005010X217-request', { set: '278', group: 'HI', versions: ['005010X217'], purposes: ['13', '36'] });
  addGuide('005010X217-response', { set: '278', group: 'HI', versions: ['005010X217'], purposes: ['11'] });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function addGuide(id: string, head: { set: string; group: string; versions: string[]; purposes?: string[] }): void {
  const purposes = head.purposes === undefined ? '' : `purposes: [${head.purposes.map((code) => `'${code}'`).join(', ')}]\n`;
  const text = SMALL_GUIDE.replace('id: small', `id: ${id}`)
    .replace("transactionSet: '999'", `transactionSet: '${head.set}'`)
    .replace('[FA]', `[${head.group}]`)
    .replace('versions: [005010X999A1, 005010X999]\n', `versions: [${head.versions.join(', ')}]\n${purposes}`);
  writeFileSync(join(folder, `${id}.yaml`), text);
}

function pick(request: GuideRequest): string | undefined {
  const found = new GuideRegistry(new GuideLoader([folder])).pick(request);
  return found === undefined ? undefined : `${found.match} ${found.guide.id}`;
}

describe('guide registry', () => {
  it('picks the guide of exactly the version', () => {
    expect(pick({ transactionSet: '837', version: '005010X222A1' })).toBe('exact 005010X222A2');
    expect(pick({ transactionSet: '837', version: '004010X098A1' })).toBe('exact 004010X098A1');
  });

  it('picks a guide whose version is longer than the one of the transaction', () => {
    expect(pick({ transactionSet: '837', version: '005010X223' })).toBe('prefix 005010X223A3');
  });

  it('picks a guide whose version is shorter than the one of the transaction', () => {
    expect(pick({ transactionSet: '277', version: '005010X214E2' })).toBe('prefix 005010X214');
  });

  it('picks the guide with the longest common part', () => {
    expect(pick({ transactionSet: '837', version: '005010X222Z0E1' })).toBe('prefix 005010X222Z0');
  });

  it('does not take a bare release for a guide', () => {
    expect(pick({ transactionSet: '277', version: '005010', functionalId: 'HN' })).toBe('fallback 005010X214');
  });

  it('falls back to the newest release of the set, its lowest guide number and latest addenda', () => {
    expect(pick({ transactionSet: '837', version: '003070' })).toBe('fallback 005010X222Z0');
    expect(pick({ transactionSet: '277', version: '' })).toBe('fallback 006020X000');
  });

  it('falls back within the functional id', () => {
    expect(pick({ transactionSet: '277', version: '003070', functionalId: 'HN' })).toBe('fallback 005010X214');
    expect(pick({ transactionSet: '277', version: '003070', functionalId: 'XX' })).toBeUndefined();
  });

  it('gives nothing for a set without guides', () => {
    expect(pick({ transactionSet: '810', version: '005010X222A1' })).toBeUndefined();
  });

  it('tells guides of the same set and version apart by the purpose', () => {
    expect(pick({ transactionSet: '278', version: '005010X217', purpose: '11' })).toBe('exact 005010X217-response');
    expect(pick({ transactionSet: '278', version: '005010X217', purpose: '36' })).toBe('exact 005010X217-request');
    expect(pick({ transactionSet: '278', version: '005010X217', purpose: '99' })).toBe('exact 005010X217-request');
    expect(pick({ transactionSet: '278', version: '005010X217' })).toBe('exact 005010X217-request');
  });

  it('reads the heads of the files once and compiles only what it picks', () => {
    const loader = new GuideLoader([folder]);
    const [readHeaders, load] = [jest.spyOn(loader, 'readHeaders'), jest.spyOn(loader, 'load')];
    const registry = new GuideRegistry(loader);
    expect(readHeaders).not.toHaveBeenCalled();
    const first = registry.pick({ transactionSet: '277', version: '005010X214' });
    expect(registry.pick({ transactionSet: '277', version: '005010X214' })?.guide).toBe(first?.guide);
    expect(readHeaders).toHaveBeenCalledTimes(1);
    expect(load.mock.calls.map(([id]) => id)).toEqual(['005010X214', '005010X214']);
  });
});
