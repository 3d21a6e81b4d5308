import { packCode, packText, UNPACKABLE } from '../../../src/common/pack-code';

describe('packCode', () => {
  it('gives codes of up to four characters numbers of their own, which are not negative', () => {
    const codes = ['', '0', '00', '000', '0000', 'A', ' A', 'ZZZZ', '~~~~', '    ', 'ABC', 'ABCD', 'BCD'];
    const packed = codes.map(packText);
    expect(new Set(packed).size).toBe(codes.length);
    for (const one of packed) expect(one).toBeGreaterThanOrEqual(0);
  });

  it('takes no longer codes, nor those of four bytes whose first one could be the length of another code', () => {
    expect(packText('ABCDE')).toBe(UNPACKABLE);
    for (const first of ['\u0001', '\u0003', '\u001f', '\u00e9']) expect(packCode(Buffer.from(`${first}ABC`, 'latin1'), 0, 4)).toBe(UNPACKABLE);
  });
});
