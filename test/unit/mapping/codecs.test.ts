import { amount, date, enumeration, impliedDecimal, integer, named, quantity, text, time } from '../../../src/plugin';
import { decimalText, impliedDecimalCodec } from '../../../src/mapping/codecs/number.codec';
import { shortDate } from '../../../src/mapping/element-field';
import { jsonOf, valueOf } from '../../support/mapped';

/** A claim with a value in CLP03. */
const clp = (value: string) => [`CLP*A*1*${value}*0`];

describe('amounts and quantities', () => {
  it.each(['0', '100', '12.50', '-3', '-0.01', '0.00', '1000000.10', '123456789012345678.91', '-0'])('keep the digits of %s', async (value) => {
    expect(await jsonOf(amount('CLP03'), clp(value))).toBe(value);
    expect(await jsonOf(quantity('CLP03'), clp(value))).toBe(value);
  });

  it.each([
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['-5.', '-5'],
    ['+1', '1'],
    ['+.5', '0.5'],
    ['007', '7'],
    ['-007.10', '-7.10'],
    ['00', '0'],
    ['00.10', '0.10'],
    ['1E3', '1000'],
    ['-2.5e2', '-250'],
    ['1E-3', '0.001'],
    ['1E+2', '100'],
    [' 7 ', '7'],
    ['7 ', '7'],
  ])('write %s as the JSON number %s', async (value, json) => {
    expect(await jsonOf(amount('CLP03'), clp(value))).toBe(json);
  });

  it.each(['abc', '1,000', '--1', '1-', '.', '+', '-', '-.', '1.2.3', 'E3', '1E', '1E999', '1E1.5', '0x10', 'NaN', 'Infinity', '1 2', '$5', '1:2', '\u0663'])(
    'have no value for %j',
    async (value) => {
      expect(await jsonOf(amount('CLP03'), clp(value))).toBeUndefined();
    },
  );

  it.each([
    [1.5e-10, '0.00000000015'],
    ['1.5e-10', '0.00000000015'],
    ['1E3', '1000'],
    ['-2.50E+2', '-250'],
    ['1e21', '1000000000000000000000'],
    [1e21, '1000000000000000000000'],
    [0.000001, '0.000001'],
    [-1234.5, '-1234.5'],
    ['0012.50', '12.50'],
    ['-0.00', '0.00'],
    [-0, '0'],
    ['', ''],
    [Infinity, undefined],
    ['1e999', undefined],
    [true, undefined],
  ])('are written for %j as %s', (value, text) => {
    expect(decimalText(value)).toBe(text);
  });

  it('are absent when the element is', async () => {
    expect(await jsonOf(amount('CLP03'), ['CLP*A*1**0'])).toBeUndefined();
    expect(await jsonOf(amount('CLP12'), clp('1'))).toBeUndefined();
  });
});

describe('amounts whose decimal point is not written', () => {
  it.each([
    ['12345', '123.45'],
    ['-12345', '-123.45'],
    ['5', '0.05'],
    ['0', '0.00'],
    ['100', '1.00'],
    ['00007', '0.07'],
    ['12.5', '12.5'],
  ])('write %s as %s', async (value, json) => {
    expect(await jsonOf(impliedDecimal('CLP03', 2), clp(value))).toBe(json);
  });

  it.each(['x', '1 2', '-'])('have no value for %s', async (value) => {
    expect(await jsonOf(impliedDecimal('CLP03', 2), clp(value))).toBeUndefined();
  });

  it.each([
    [1.5, '150'],
    ['-0.07', '-7'],
    [0, '0'],
    [1.234, undefined],
    ['x', undefined],
  ])('are written from %s as %s', (value, text) => {
    expect(impliedDecimalCodec(2).write?.(value, '')).toBe(text);
  });
});

describe('whole numbers', () => {
  it.each([
    ['3', '3'],
    ['007', '7'],
    ['-4', '-4'],
    ['3.0', '3'],
    ['1E2', '100'],
  ])('write %s as %s', async (value, json) => {
    expect(await jsonOf(integer('CLP03'), clp(value))).toBe(json);
  });

  it.each(['3.5', 'x', '12345678901234567890'])('have no value for %s', async (value) => {
    expect(await jsonOf(integer('CLP03'), clp(value))).toBeUndefined();
  });
});

describe('dates', () => {
  it.each([
    ['20250131', '2025-01-31'],
    ['20240229', '2024-02-29'],
    ['20000229', '2000-02-29'],
    ['19991231', '1999-12-31'],
    ['00010101', '0001-01-01'],
  ])('write %s as %s', async (value, date8) => {
    expect(await valueOf(date('CLP03'), clp(value))).toBe(date8);
  });

  it.each([
    '20230229',
    '19000229',
    '21000229',
    '20240230',
    '20250431',
    '20251301',
    '20250001',
    '20250100',
    '20250132',
    '00000101',
    '2025011',
    '202501011',
    '2025-1-1',
    '2025O101',
    ' 2025011',
    '250101',
  ])('have no value for %j', async (value) => {
    expect(await valueOf(date('CLP03'), clp(value))).toBeUndefined();
  });
});

describe('dates of six or eight digits', () => {
  it.each([
    ['250131', '2025-01-31'],
    ['690101', '2069-01-01'],
    ['700101', '1970-01-01'],
    ['000229', '2000-02-29'],
    ['991231', '1999-12-31'],
    ['20250131', '2025-01-31'],
  ])('write %s as %s', async (value, expected) => {
    expect(await valueOf(shortDate('CLP03'), clp(value))).toBe(expected);
  });

  it.each(['250229', '251301', '25013', '2501311', 'ABCDEF', '20250229'])('have no value for %s', async (value) => {
    expect(await valueOf(shortDate('CLP03'), clp(value))).toBeUndefined();
  });
});

describe('times', () => {
  it.each([
    ['0000', '00:00:00'],
    ['0930', '09:30:00'],
    ['2359', '23:59:00'],
    ['093015', '09:30:15'],
    ['0930157', '09:30:15.7'],
    ['09301507', '09:30:15.07'],
  ])('write %s as %s', async (value, expected) => {
    expect(await valueOf(time('CLP03'), clp(value))).toBe(expected);
  });

  it.each(['2400', '0960', '093060', '930', '09301', '093015123', '09:30', 'noon'])('have no value for %s', async (value) => {
    expect(await valueOf(time('CLP03'), clp(value))).toBeUndefined();
  });
});

describe('enumerations', () => {
  const status = enumeration('Status', [
    ['1', 'ONE'],
    ['01', 'ZERO_ONE'],
    ['ABC', 'LETTERS'],
    ['WXYZ', 'FOUR'],
    ['A1', 'ONE'],
  ]);

  it.each([
    ['1', 'ONE'],
    ['01', 'ZERO_ONE'],
    ['ABC', 'LETTERS'],
    ['WXYZ', 'FOUR'],
    ['A1', 'ONE'],
  ])('name the code %s', async (value, name) => {
    expect(await valueOf(named(status, 'CLP03'), clp(value))).toBe(name);
  });

  it.each(['2', 'abc', 'ABCD', 'AB', '1 ', '0', '001', '\u00c9'])('have no value for the unknown code %j', async (value) => {
    expect(await valueOf(named(status, 'CLP03'), clp(value))).toBeUndefined();
  });

  it('name every other code where the concept has a name for them', async () => {
    expect(await valueOf(named(status, 'CLP03', 'OTHER'), clp('LONGER'))).toBe('OTHER');
    expect(await valueOf(named(status, 'CLP03', 'OTHER'), clp('1'))).toBe('ONE');
    expect(await valueOf(named(status, 'CLP03', 'OTHER'), clp(''))).toBeUndefined();
  });

  it('write a name that several codes have as the first of them', () => {
    expect(status.codeOf.get('ONE')).toBe('1');
  });

  it('refuse a code that is too long to be one', () => {
    expect(() => named(enumeration('Long', [['ABCDE', 'X']]), 'CLP03')).toThrow('Code ABCDE of Long');
  });
});

describe('text', () => {
  it.each([
    'plain',
    'with "quotes"',
    'back\\slash',
    'both \\" of them',
    'tab\tinside',
    '\x01\x02\x1f',
    'DEL \x7f',
    'É ß ½',
    '日本 😀',
    '</script>',
    '\u2028',
    '   padded   ',
    "it's",
  ])('is what the input has: %j', async (value) => {
    expect(await valueOf(text('CLP03'), clp(value))).toBe(value);
  });

  it('is read as Latin-1 where it is no UTF-8', async () => {
    expect(await valueOf(text('CLP03'), clp('CAFÉ "ÿ"'), { encoding: 'latin1' })).toBe('CAFÉ "ÿ"');
  });

  it('is right beside other text that needs escapes', async () => {
    const claim = ['CLP*PLAIN*1*"A"*É*\\*\t', 'NM1*QC*1*DOE "JD"*JANE'];
    expect(await valueOf(text('CLP01'), claim)).toBe('PLAIN');
    expect(await valueOf(text('NM1[QC]03'), claim)).toBe('DOE "JD"');
  });

  it('is longer than any buffer where the input has it so', async () => {
    const value = 'x"'.repeat(100_000);
    expect(await valueOf(text('CLP03'), clp(value))).toBe(value);
  });
});
