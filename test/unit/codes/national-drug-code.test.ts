import fc from 'fast-check';
import { billedDigits, hyphenate } from '../../../src/codes/national-drug-code';
import { budget } from '../../support/fuzz';

describe('the eleven digits of a National Drug Code', () => {
  it.each([
    ['4-4-2', '0002-1434-81', '00002143481'],
    ['5-3-2', '50242-040-62', '50242004062'],
    ['5-4-1', '60575-4112-1', '60575411201'],
    ['5-4-2', '12345-6789-01', '12345678901'],
  ])('fill the short part of %s with a zero on its left', (_parts, code, digits) => {
    expect(billedDigits(code)).toBe(digits);
    expect(billedDigits(` ${code} `)).toBe(digits);
  });

  it.each([
    ['4-4', '0002-1434', '000021434'],
    ['5-3', '50242-040', '502420040'],
    ['5-4', '60575-4112', '605754112'],
  ])('are the first nine for a product of %s', (_parts, code, digits) => {
    expect(billedDigits(code)).toBe(digits);
  });

  it.each([
    '00002143481',
    '0002143481',
    '0002-143481',
    '002-1434-81',
    '0002-14-81',
    '0002-1434-',
    '0002-1434-811',
    '0002-1434-8A',
    '0002 1434 81',
    '',
    'E11.9',
  ])('are not told by anything else: %j', (code) => {
    expect(billedDigits(code)).toBeUndefined();
  });
});

describe('the hyphens of a National Drug Code', () => {
  it.each([
    ['00002143481', '0002-1434', '0002-1434-81'],
    ['50242004062', '50242-040', '50242-040-62'],
    ['60575411201', '60575-4112', '60575-4112-1'],
  ])('stand in %s as in the product %s', (digits, product, code) => {
    expect(hyphenate(digits, product)).toBe(code);
  });

  const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
  const packages = fc
    .constantFrom([4, 4, 2], [5, 3, 2], [5, 4, 1])
    .chain(([labeler = 0, product = 0, last = 0]) => fc.tuple(digits(labeler), digits(product), digits(last)));

  it('come back from the eleven digits of every package', () => {
    fc.assert(
      fc.property(packages, ([labeler, product, last]) => {
        const code = `${labeler}-${product}-${last}`;
        expect(hyphenate(billedDigits(code) ?? '', `${labeler}-${product}`)).toBe(code);
      }),
      budget(100),
    );
  });
});
