import fc from 'fast-check';
import { ExactSum } from '../../../src/common/exact-sum';
import { budget } from '../../support/fuzz';

function sumOf(...texts: readonly string[]): ExactSum {
  const sum = new ExactSum();
  for (const text of texts) sum.addBytes(Buffer.from(text), 0, text.length);
  return sum;
}

describe('an exact sum', () => {
  it.each([
    [['0.1', '0.2'], '0.30'],
    [['800'], '800.00'],
    [['-12.5', '.25'], '-12.25'],
    [['+3', '-3'], '0.00'],
    [['1.'], '1.00'],
    [[''], '0.00'],
    [['0.12345'], '0.12345'],
    [['999999999999999.99', '0.01'], '1000000000000000.00'],
    [['123456789012345678', '1'], '123456789012345679.00'],
    [['-0.01'], '-0.01'],
    [['1E3', '-2.5e-2'], '999.975'],
    [['.5E+1'], '5.00'],
  ])('of %j is %s', (texts, expected) => {
    expect(sumOf(...texts).text).toBe(expected);
    expect(sumOf(...texts).isNumber).toBe(true);
  });

  it.each(['1O', '-', '.', '1.2.3', '1,000', 'E3', '1E', '1E-31', ' 1', '12345678901x'])('should not take %j for a number', (text) => {
    expect(sumOf('1', text).isNumber).toBe(false);
  });

  it('should be equal to the same number, however it was reached', () => {
    expect(sumOf('12345678901234567.5').equals(sumOf('12345678901234567', '.5'))).toBe(true);
    expect(sumOf('0.30').equals(sumOf('0.1', '0.2'))).toBe(true);
    expect(sumOf('0.3').equals(sumOf('0.1', '0.21'))).toBe(false);
    expect(sumOf('123456789012', '-123456789012').isZero).toBe(true);
    expect(sumOf('123456789012', '-123456789013').isNegative).toBe(true);
  });

  it('should add cents without error, as whole numbers do', () => {
    const cents = fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), { maxLength: 50 });
    fc.assert(
      fc.property(cents, (numbers) => {
        const expected = numbers.reduce((sum, one) => sum + one, 0n);
        const sum = sumOf(...numbers.map(asMoney));
        expect(sum.equals(sumOf(asMoney(expected)))).toBe(true);
        expect(sum.text).toBe(asMoney(expected));
        const difference = sumOf(...numbers.map(asMoney));
        difference.add(sum, -1);
        expect(difference.isZero).toBe(true);
      }),
      budget(100),
    );
  });
});

function asMoney(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
