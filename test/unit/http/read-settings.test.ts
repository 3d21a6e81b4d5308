import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { misspeltSettings, readSettings, SETTING_NAMES } from '../../../src/http/settings/settings.module';

describe('readSettings', () => {
  it('gives the documented defaults for an empty environment', () => {
    expect({ ...readSettings({}) }).toEqual({
      PORT: 5080,
      HOST: '127.0.0.1',
      EDI_VALIDATE: false,
      EDI_NDJSON: false,
      EDI_DESCRIPTIONS: true,
      EDI_CONVERT_CONTROL_SEGMENTS: false,
      EDI_TRANSACTION_TOP_LEVEL: false,
      CLEARLOOP_API_KEYS_SCOPE: 'codes',
      CLEARLOOP_ALLOW_ANONYMOUS: false,
      CLEARLOOP_VIEWER: true,
      CLEARLOOP_VIEWER_FILES: 8,
      CLEARLOOP_VIEWER_MASK: false,
      CLEARLOOP_VIEWER_MAX_BYTES: 5_000_000_000,
      CLEARLOOP_RATE_LIMIT: 600,
      CLEARLOOP_MAX_CODES: 1000,
      CLEARLOOP_CSV_SCHEMA_CHECK: 'auto',
      CLEARLOOP_BATCH_ROOTS: [],
      CLEARLOOP_QUEUE_NAME: 'clearloop',
      CLEARLOOP_PLUGINS: [],
      CLEARLOOP_MAX_BODY_BYTES: 20_000_000_000,
      CLEARLOOP_MAX_PARSE_BYTES: 10_000_000,
      CLEARLOOP_MAX_SEGMENT_BYTES: 10_000_000,
      CLEARLOOP_MAX_TRANSACTION_SEGMENTS: 0,
      CLEARLOOP_MAX_PARSE_ANSWER_BYTES: 64_000_000,
      CLEARLOOP_MAX_RECORD_SEGMENTS: 20_000,
      CLEARLOOP_MAX_RECORD_BYTES: 16_000_000,
      CLEARLOOP_MAX_LARGE_RECORDS: 4,
      CLEARLOOP_MAX_RSS_BYTES: 1_500_000_000,
      CLEARLOOP_MAX_EVENT_LOOP_DELAY: 500,
      CLEARLOOP_MAX_ISSUES: 100_000,
      CLEARLOOP_MAX_FILES: 1_000,
      CLEARLOOP_MAX_CONVERSIONS: 32,
      CLEARLOOP_MAX_PARSES: 2,
      CLEARLOOP_MAX_WAITING: 1_000,
      CLEARLOOP_WAIT_SECONDS: 30,
      CLEARLOOP_WORKERS: 'auto',
      CLEARLOOP_CLIENT_SECONDS: 60,
      CLEARLOOP_CLIENT_BYTES_PER_SECOND: 1_000,
      CLEARLOOP_METRICS: 'keys',
      CLEARLOOP_CORS_ORIGINS: [],
      CLEARLOOP_LOG_LEVEL: 'info',
      CLEARLOOP_SHUTDOWN_SECONDS: 30,
      CLEARLOOP_DRAIN_SECONDS: 0,
    });
  });

  it('reads text into numbers, truth values and lists', () => {
    const settings = readSettings({ PORT: '8080', EDI_DESCRIPTIONS: 'false', CLEARLOOP_CORS_ORIGINS: 'https://a.example, http://localhost:3000' });
    expect(settings).toMatchObject({ PORT: 8080, EDI_DESCRIPTIONS: false, CLEARLOOP_CORS_ORIGINS: ['https://a.example', 'http://localhost:3000'] });
  });

  it('counts an empty variable as absent, and leaves foreign variables alone', () => {
    const settings = readSettings({ PORT: '', HOST: '  ', PATH: '/bin' });
    expect(settings).toMatchObject({ PORT: 5080, HOST: '127.0.0.1' });
    expect(settings).not.toHaveProperty('PATH');
  });

  it.each([
    ['PORT', 'http', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['HOST', 'my host', 'an IP address or a host name'],
    ['EDI_NDJSON', '2', 'true or false'],
    ['EDI_VALIDATE', 'on', 'true or false'],
    ['EDI_VALIDATION_LEVELS', '1-8', 'levels from 1 to 7 and ranges'],
    ['EDI_VALIDATION_LEVELS', '3-1', 'levels from 1 to 7 and ranges'],
    ['CLEARLOOP_API_KEYS_SCOPE', 'edi', 'codes, all'],
    ['CLEARLOOP_ALLOW_ANONYMOUS', 'yess', 'true or false'],
    ['CLEARLOOP_RATE_LIMIT', '10001', 'a whole number from 0 to 10000'],
    ['CLEARLOOP_MAX_BODY_BYTES', '20GB', 'a whole number 1 or more'],
    ['CLEARLOOP_MAX_SEGMENT_BYTES', '10', 'a whole number from 1000 to 1000000000'],
    ['CLEARLOOP_MAX_CONVERSIONS', '0', 'a whole number from 1 to 10000'],
    ['CLEARLOOP_MAX_RECORD_SEGMENTS', '10', 'a whole number 1000 or more'],
    ['CLEARLOOP_CLIENT_SECONDS', '0', 'a whole number from 1 to 3600'],
    ['CLEARLOOP_WORKERS', '65', 'auto, or a number from 0 to 64'],
    ['CLEARLOOP_WORKERS', 'many', 'auto, or a number from 0 to 64'],
    ['CLEARLOOP_METRICS', 'on', 'keys, open, off'],
    ['CLEARLOOP_CORS_ORIGINS', '*', 'origins such as'],
    ['CLEARLOOP_CORS_ORIGINS', 'https://a.example/path', 'origins such as'],
    ['CLEARLOOP_CSV_SCHEMAS', '/no/secret/folder', 'the path of a folder that exists'],
    ['CLEARLOOP_CSV_SCHEMAS', __filename, 'the path of a folder that exists'],
    ['CLEARLOOP_CSV_SCHEMA_CHECK', 'loose', 'auto, strict, lenient'],
    ['CLEARLOOP_LOG_LEVEL', 'chatty', 'error, warn, info, debug'],
    ['CLEARLOOP_SHUTDOWN_SECONDS', '-1', 'a whole number from 0 to 3600'],
    ['CLEARLOOP_LICENSE_PUBLIC_KEY', 'secret', 'an Ed25519 public key'],
  ])('refuses %s=%s with its name and what is allowed, and nothing else', (name, value, allowed) => {
    const read = (): unknown => readSettings({ EDI_LICENSE_FILE: '/other/secret', [name]: value });
    expect(read).toThrow(
      expect.objectContaining({ code: 'EDI_BAD_PARAMETER', message: expect.stringContaining(`The setting ${name} is not usable. Allowed: ${allowed}`) }),
    );
    expect(read).not.toThrow(/secret/);
  });

  it('names every bad setting at once', () => {
    expect(() => readSettings({ PORT: 'x', EDI_NDJSON: 'y' })).toThrow(/PORT.*EDI_NDJSON/);
  });
});

describe('misspeltSettings', () => {
  it('finds variables whose names are a slip away from a setting, and no others', () => {
    const slips = { CLEARLOOP_API_KEY_SCOPE: 'all', CLEARLOOP_LOGLEVEL: 'debug', EDI_NDJASON: 'true' };
    const others = {
      CLEARLOOP_SFTP_USER: 'ann',
      CLEARLOOP_SERVICE_HOST: '10.0.0.1',
      CLEARLOOP_PORT: 'tcp://10.0.0.1:5080',
      PORTS: '1',
      CLEARLOOP_WORKERS: '2',
    };
    expect(misspeltSettings({ ...slips, ...others })).toEqual([
      { variable: 'CLEARLOOP_API_KEY_SCOPE', setting: 'CLEARLOOP_API_KEYS_SCOPE' },
      { variable: 'CLEARLOOP_LOGLEVEL', setting: 'CLEARLOOP_LOG_LEVEL' },
      { variable: 'EDI_NDJASON', setting: 'EDI_NDJSON' },
    ]);
  });
});

describe('docs/service.md', () => {
  const page = readFileSync(join(__dirname, '../../../docs/service.md'), 'utf8');

  it('describes every setting in a row of its own', () => {
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
    expect([...rows].sort()).toEqual([...SETTING_NAMES].sort());
  });
});
