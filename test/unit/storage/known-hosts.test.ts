import { createHmac } from 'node:crypto';
import { algorithmsFor, fingerprintOf, hostKeys } from '../../../src/storage/known-hosts';

const KEY = Buffer.from('key one').toString('base64');
const OTHER = Buffer.from('key two').toString('base64');

function hashed(name: string): string {
  const salt = Buffer.from('twenty bytes of salt');
  return `|1|${salt.toString('base64')}|${createHmac('sha1', salt).update(name).digest('base64')}`;
}

const typesOf = (file: string, host: string, port = 22): readonly string[] => hostKeys(file, host, port).map(({ type }) => type);

describe('hostKeys', () => {
  it.each([
    ['a name', `partner.example,192.0.2.7 ssh-ed25519 ${KEY}`, 'Partner.example', 22],
    ['another name of the line', `partner.example,192.0.2.7 ssh-ed25519 ${KEY} a comment`, '192.0.2.7', 22],
    ['a port', `[partner.example]:2222 ssh-ed25519 ${KEY}`, 'partner.example', 2222],
    ['a hashed name', `${hashed('partner.example')} ssh-ed25519 ${KEY}`, 'partner.example', 22],
    ['a pattern', `*.example ssh-ed25519 ${KEY}`, 'partner.example', 22],
  ])('finds a key by %s', (_what, line, host, port) => {
    expect(typesOf(`# comment\n\n${line}\r\n`, host, port)).toEqual(['ssh-ed25519']);
  });

  it.each([
    ['another host', `partnerxexample ssh-ed25519 ${KEY}`],
    ['a port that the line does not name', `[partner.example]:2222 ssh-ed25519 ${KEY}`],
    ['a hash of another name', `${hashed('other.example')} ssh-ed25519 ${KEY}`],
    ['a name that a pattern leaves out', `*.example,!partner.example ssh-ed25519 ${KEY}`],
    ['a key of an authority', `@cert-authority partner.example ssh-ed25519 ${KEY}`],
    ['a key that was revoked', `partner.example ssh-ed25519 ${KEY}\n@revoked * ssh-ed25519 ${KEY}`],
  ])('does not take %s', (_what, file) => {
    expect(typesOf(file, 'partner.example')).toEqual([]);
  });

  it('gives every key that a host has, and how it is asked for', () => {
    const keys = hostKeys(`h ssh-rsa ${KEY}\nh ssh-ed25519 ${OTHER}`, 'h', 22);
    expect(algorithmsFor(keys)).toEqual(['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa', 'ssh-ed25519']);
  });

  it('shows fingerprints as OpenSSH does', () => {
    // From ssh-keygen -lf.
    expect(fingerprintOf(Buffer.from('AAAAC3NzaC1lZDI1NTE5AAAAIH14vyhOUQtDp/nPL5cekAX990JNTC3G0rtA2PU7C6Rw', 'base64'))).toBe(
      'SHA256:dulovCcI0Bm+JpEARf66xxf8y+JbPpG8NXB7IKEmijk',
    );
  });
});
