import { bareName, sourceName } from '../../../src/io/source-name';

describe('bareName', () => {
  it.each([
    ['claims.edi', 'claims.edi'],
    ['/in/claims.edi', 'claims.edi'],
    ['C:\\in\\claims.edi', 'claims.edi'],
    ['../../etc/passwd', 'passwd'],
    ['in/claims\r\n.edi', 'claims.edi'],
    [`${'x'.repeat(300)}.edi`, 'x'.repeat(255)],
  ])('strips %j to %j', (path, name) => expect(bareName(path)).toBe(name));

  it.each(['', '/', 'in/', '..', 'in/..', ' . ', '\u0000'])('finds no name in %j', (path) => expect(bareName(path)).toBeUndefined());
});

describe('sourceName', () => {
  it.each([
    ['/in/claims.edi.gz', 'claims.edi'],
    ['claims.835.GZ', 'claims.835'],
    ['.gz', '.gz'],
  ])('names %j %j', (path, name) => expect(sourceName(path)).toBe(name));
});
