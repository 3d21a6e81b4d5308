import { accessWarnings, refuseExposure } from '../../../../src/http/auth/api-key.guard';
import { readSettings } from '../../../../src/http/settings/settings.module';

const WITH_KEYS = { CLEARLOOP_API_KEYS_FILE: 'keys.json' };
const ANONYMOUS = { CLEARLOOP_ALLOW_ANONYMOUS: 'true' };

describe('a service without API keys', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])('may listen on %s', (HOST) => {
    expect(() => refuseExposure(readSettings({ HOST }))).not.toThrow();
  });

  it.each([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '126.0.0.1',
    '128.0.0.1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '0',
  ])('may not listen on %s, and is told three ways out', (HOST) => {
    const refuse = (): void => refuseExposure(readSettings({ HOST }));
    const message = expect.stringMatching(/HOST .*CLEARLOOP_API_KEYS_FILE .*127\.0\.0\.1, .*CLEARLOOP_ALLOW_ANONYMOUS=true/);
    expect(refuse).toThrow(expect.objectContaining({ code: 'EDI_BAD_PARAMETER', message }));
    expect(() => refuseExposure(readSettings({ HOST, ...ANONYMOUS }))).not.toThrow();
    expect(() => refuseExposure(readSettings({ HOST, ...WITH_KEYS }))).not.toThrow();
  });

  it.each([{}, ANONYMOUS])('may not have the scope all: %j', (environment) => {
    const settings = readSettings({ CLEARLOOP_API_KEYS_SCOPE: 'all', ...environment });
    expect(() => refuseExposure(settings)).toThrow(/CLEARLOOP_API_KEYS_SCOPE.*CLEARLOOP_API_KEYS_FILE/);
  });
});

describe('a warning of what is open', () => {
  const eventsOf = (environment: Readonly<Record<string, string>>, activeKeys: number | undefined): string[] =>
    accessWarnings(readSettings(environment), activeKeys).map(({ event }) => event);

  it('is given for anonymous access from other machines', () => {
    expect(eventsOf({ HOST: '0.0.0.0', ...ANONYMOUS }, undefined)).toEqual(['anonymous-access']);
    expect(eventsOf(ANONYMOUS, undefined)).toEqual([]);
  });

  it('is given for keys of which none is active', () => {
    expect(eventsOf(WITH_KEYS, 0)).toEqual(['no-active-keys']);
    expect(eventsOf(WITH_KEYS, 1)).toEqual([]);
  });

  it('is given for conversion that keys do not guard from other machines', () => {
    expect(eventsOf({ HOST: '0.0.0.0', ...WITH_KEYS }, 1)).toEqual(['open-operations']);
    expect(eventsOf({ HOST: '0.0.0.0', ...WITH_KEYS, CLEARLOOP_API_KEYS_SCOPE: 'all' }, 1)).toEqual([]);
  });
});
