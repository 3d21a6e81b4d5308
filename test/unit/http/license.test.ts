import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LicenseInfo } from '../../../src/http/about/about.module';
import { canonicalJson, isExpired, OPEN_LICENSE, readLicense } from '../../../src/http/about/about.module';

describe('readLicense', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-license-'));
  const file = join(folder, 'license.json');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  const license = { holder: 'Sample Clinic', expiration: '2027-12-31', entitlements: ['EDI'] };
  const signature = sign(null, Buffer.from('{"entitlements":["EDI"],"expiration":"2027-12-31","holder":"Sample Clinic"}'), privateKey).toString('base64');
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (content: unknown): void => writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));

  it.each([
    ['PEM', pem],
    ['PEM with escaped line ends', pem.replaceAll('\n', '\\n')],
    ['base64', raw],
  ])('accepts a signed licence, with a key as %s', (_form, key) => {
    write({ license, signature });
    expect(readLicense(file, key)).toEqual({ expiration: '2027-12-31', entitlements: ['EDI'], isSignatureValid: true, licenseFile: file });
  });

  it.each([
    ['a changed licence', { license: { ...license, expiration: '2099-12-31' }, signature }, pem],
    ['a broken signature', { license, signature: 'AAAA' }, pem],
    ['no key', { license, signature }, undefined],
  ])('reports an invalid signature for %s', (_what, content, key) => {
    write(content);
    expect(readLicense(file, key).isSignatureValid).toBe(false);
  });

  it.each(['no JSON', '[]', '{"license":{}}', '{"license":"x","signature":"y"}'])('throws EDI_LICENSE_UNREADABLE for %s', (content) => {
    write(content);
    expect(() => readLicense(file, pem)).toThrow(
      expect.objectContaining({ code: 'EDI_LICENSE_UNREADABLE', message: expect.stringContaining('EDI_LICENSE_FILE') }),
    );
  });

  it('throws EDI_LICENSE_UNREADABLE for a file that is not there', () => {
    expect(() => readLicense(join(folder, 'nothing.json'), pem)).toThrow(expect.objectContaining({ code: 'EDI_LICENSE_UNREADABLE' }));
  });

  it('refuses a key of another kind by the name of its setting', () => {
    write({ license, signature });
    const other = generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(() => readLicense(file, other)).toThrow(/CLEARLOOP_LICENSE_PUBLIC_KEY/);
  });
});

describe('licence information', () => {
  const license = { expiration: '2027-12-31', entitlements: ['EDI'], isSignatureValid: true, licenseFile: 'license.json' };

  it.each([
    ['2027-12-31T23:59:59Z', false],
    ['2028-01-01T00:00:00Z', true],
  ])('counts the last day as valid: %s', (now, expired) => expect(isExpired(license, new Date(now))).toBe(expired));

  it('reports what the file says', () => {
    expect(JSON.parse(JSON.stringify(new LicenseInfo(license, new Date('2028-01-01'))))).toEqual({
      expiration: '2027-12-31',
      entitlements: ['EDI'],
      isSignatureValid: true,
      licenseFile: 'license.json',
      expired: true,
    });
  });

  it('reports an open product without a file', () => {
    expect(JSON.parse(JSON.stringify(new LicenseInfo(OPEN_LICENSE, new Date())))).toEqual({
      entitlements: ['EDI', 'UI', 'EDITS'],
      isSignatureValid: true,
      expired: false,
    });
  });
});

describe('canonicalJson', () => {
  it('sorts keys at every depth and writes no blanks', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x "y"' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x \\"y\\"","d":null}]}');
  });
});
