import { resolve } from 'node:path';
import { addressBelow, parseAddress, showAddress } from '../../../src/storage/address';

describe('parseAddress', () => {
  it.each([
    ['s3://claims', { kind: 's3', bucket: 'claims', key: '' }, 's3://claims/'],
    ['s3://claims/in/100%+a b.837', { kind: 's3', bucket: 'claims', key: 'in/100%+a b.837' }, 's3://claims/in/100%+a b.837'],
    ['sftp://partner.example/in', { kind: 'sftp', host: 'partner.example', port: 22, user: undefined, path: '/in' }, 'sftp://partner.example/in'],
    ['SFTP://ann@host:2222/~/in/a.837', { kind: 'sftp', host: 'host', port: 2222, user: 'ann', path: '~/in/a.837' }, 'sftp://ann@host:2222/~/in/a.837'],
    ['sftp://[::1]:22/a', { kind: 'sftp', host: '[::1]', port: 22, user: undefined, path: '/a' }, 'sftp://[::1]/a'],
    ['https://h/a.837?X-Amz-Signature=abc', { kind: 'http', href: 'https://h/a.837?X-Amz-Signature=abc' }, 'https://h/a.837'],
    ['in/a.837', { kind: 'file', path: resolve('in/a.837') }, resolve('in/a.837')],
  ])('reads %s', (text, address, shown) => {
    expect(parseAddress(text)).toEqual(address);
    expect(showAddress(parseAddress(text))).toBe(shown);
  });

  it.each([
    'sftp://ann:s3cret@host/in',
    'sftp://ann:s3/cret@host/in',
    'https://ann:s3cret@host/a',
    'https://s3cret@host/a',
    'ftp://ann:s3cret@host/a',
    's3://S3cret:s3cret@x/a',
  ])('refuses %s without repeating it', (text) => {
    expect(() => parseAddress(text)).toThrow(expect.objectContaining({ code: 'EDI_BAD_PARAMETER' }));
    expect(() => parseAddress(text)).not.toThrow(/cret/);
  });
});

describe('addressBelow', () => {
  it.each([
    ['s3://claims', 's3://claims/march/a.json'],
    ['s3://claims/out/', 's3://claims/out/march/a.json'],
    ['sftp://host/out', 'sftp://host/out/march/a.json'],
    ['/out', '/out/march/a.json'],
  ])('puts a file below %s', (folder, expected) => {
    expect(showAddress(addressBelow(parseAddress(folder), 'march/a.json'))).toBe(expected);
  });
});
