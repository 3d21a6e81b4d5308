import { createHash } from 'node:crypto';
import { idOfKey, isKeyOf, KEY_HASH, KEY_ID, makeApiKey, stateOf } from '../../../../src/http/auth/api-key';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const LATER = new Date('2026-01-02T00:00:00.000Z');

describe('an API key', () => {
  it('is a prefix, its id and 32 random bytes', () => {
    const sizes: number[] = [];
    const { key, record } = makeApiKey('billing', NOW, undefined, (count) => {
      sizes.push(count);
      return Buffer.alloc(count, 0xff);
    });
    expect(sizes).toEqual([6, 32]);
    expect(key).toBe(`clk_ffffffffffff_${Buffer.alloc(32, 0xff).toString('base64url')}`);
    expect(idOfKey(key)).toBe(record.id);
  });

  it('is kept as the SHA-256 of the whole key, without the key', () => {
    const { key, record } = makeApiKey('billing', NOW, LATER);
    expect(record).toEqual({
      id: expect.stringMatching(KEY_ID),
      name: 'billing',
      hash: `sha256:${createHash('sha256').update(key).digest('hex')}`,
      createdAt: NOW.toISOString(),
      expiresAt: LATER.toISOString(),
    });
    expect(record.hash).toMatch(KEY_HASH);
    expect(JSON.stringify(record)).not.toContain(key.slice('clk_123456789012_'.length));
  });

  it('is another one each time', () => {
    expect(makeApiKey('a', NOW, undefined).key).not.toBe(makeApiKey('a', NOW, undefined).key);
  });

  it('fits its own record only', () => {
    const { key, record } = makeApiKey('a', NOW, undefined);
    expect(isKeyOf(key, record)).toBe(true);
    expect(isKeyOf(`${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`, record)).toBe(false);
    expect(isKeyOf(key, undefined)).toBe(false);
    expect(isKeyOf(record.hash, record)).toBe(false);
  });

  it.each(['', 'clk_', 'clk_123456789012_short', 'key', `clk_123456789012_${'a'.repeat(44)}`, `CLK_123456789012_${'a'.repeat(43)}`])('is not %j', (text) => {
    expect(idOfKey(text)).toBeUndefined();
  });

  it('expires at the very moment that is written, and stays revoked whatever the time', () => {
    expect(stateOf({ expiresAt: LATER.toISOString() }, NOW)).toBe('active');
    expect(stateOf({ expiresAt: LATER.toISOString() }, LATER)).toBe('expired');
    expect(stateOf({ expiresAt: LATER.toISOString(), revokedAt: NOW.toISOString() }, LATER)).toBe('revoked');
    expect(stateOf({}, LATER)).toBe('active');
  });
});
