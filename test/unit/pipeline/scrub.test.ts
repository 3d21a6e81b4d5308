import { ShiftedDates } from '../../../src/pipeline/scrubbing/shifted-dates';
import { Permutation } from '../../../src/pipeline/scrubbing/permutation';
import { Pseudonyms, type PseudonymKind } from '../../../src/pipeline/scrubbing/pseudonyms';
import { deriveScrubKey } from '../../../src/pipeline/scrubbing/scrub-key';
import { SipHash } from '../../../src/pipeline/scrubbing/sip-hash';
import { isDigit } from '../../../src/common/bytes';
import { findingsOf, SCRUB_KEY, scrubBytes, scrubText } from '../../support/scrub';

/** The key 00 01 ... 0f of the paper of SipHash. */
const PAPER_KEY = Int32Array.of(0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c);

describe('SipHash', () => {
  it('gives the value of its paper', () => {
    const hash = new SipHash(PAPER_KEY);
    hash.hash(
      Uint8Array.from({ length: 15 }, (_, i) => i),
      0,
      15,
    );
    expect([hash.high >>> 0, hash.low >>> 0]).toEqual([0xa129ca61, 0x49be45e5]);
  });

  it('gives words what it gives their bytes', () => {
    const hash = new SipHash(PAPER_KEY);
    const bytes = Buffer.alloc(16);
    bytes.writeInt32LE(0x01020304, 4);
    bytes.writeInt32LE(7, 8);
    hash.hash(bytes, 0, 16);
    const { high, low } = hash;
    hash.hashWords(0x01020304, 0, 0, 7);
    expect([hash.high, hash.low]).toEqual([high, low]);
  });
});

describe('a permutation', () => {
  it.each([
    ['digits', 3, (i: number) => String(i).padStart(3, '0')],
    ['a digit', 1, String],
    ['letters and digits', 2, (i: number) => `${String.fromCharCode(65 + (i % 26))}${Math.floor(i / 26)}`],
  ])('gives different values of %s different ones', (_what, length, valueOf) => {
    const permutation = new Permutation(new SipHash(PAPER_KEY));
    const values = Array.from({ length: length === 2 ? 260 : 10 ** length }, (_, i) => valueOf(i));
    const permuted = values.map((value) => {
      const bytes = Buffer.from(value);
      permutation.apply(bytes, 0, bytes.length, 1);
      return bytes.toString();
    });
    expect([...permuted].sort()).toEqual([...values].sort());
    expect(permuted).not.toEqual(values);
  });

  it('keeps long values different whose parts are equal', () => {
    const permutation = new Permutation(new SipHash(PAPER_KEY));
    const permute = (value: string): string => {
      const bytes = Buffer.from(value);
      permutation.apply(bytes, 0, bytes.length, 1);
      return bytes.toString();
    };
    const one = permute(`${'A1'.repeat(10)}${'B2'.repeat(10)}`);
    const other = permute(`${'A1'.repeat(10)}${'B2'.repeat(9)}C2`);
    expect(one.slice(0, 20)).not.toBe(other.slice(0, 20));
    expect(one).toMatch(/^([A-Z]\d){20}$/);
  });
});

describe('a pseudonym', () => {
  const pseudonyms = new Pseudonyms(deriveScrubKey(SCRUB_KEY));
  const of = (kind: PseudonymKind, value: string): string => {
    const bytes = Buffer.from(value);
    pseudonyms.replace(kind, bytes, 0, bytes.length);
    return bytes.toString();
  };

  it('of a word has its length and its case, whatever the case', () => {
    expect(of('words', 'Smith-Jones')).toMatch(/^[A-Z][a-z]{4}-[A-Z][a-z]{4}$/);
    expect(of('words', 'smith').toUpperCase()).toBe(of('words', 'SMITH'));
    expect(of('words', '  SMITH ')).toBe(`  ${of('words', 'SMITH')} `);
  });

  it('of a provider number has a right check digit, or one as wrong', () => {
    expect(luhn(of('id', '1234567893'))).toBe(0);
    expect(luhn(of('id', '1234567890'))).toBe(luhn('1234567890'));
    expect(of('id', '1234567893')).toMatch(/^1\d{9}$/);
  });

  it('of a bank number has a right check digit', () => {
    const digits = [...of('routing', '021000021')].map(Number);
    expect(digits.reduce((sum, digit, i) => sum + digit * ([3, 7, 1][i % 3] ?? 0), 0) % 10).toBe(0);
  });

  it('of a control number does not depend on zeros before it', () => {
    expect(Number(of('control', '000000905'))).toBe(Number(of('control', '905')));
    expect(of('control', '000000905')).toMatch(/^000000[1-9]\d\d$/);
  });

  it('depends on the key', () => {
    const other = new Pseudonyms(deriveScrubKey(Buffer.from('another secret of a test')));
    const bytes = Buffer.from('SMITH');
    other.replace('words', bytes, 0, 5);
    expect(bytes.toString()).not.toBe(of('words', 'SMITH'));
  });
});

/** Sum of the formula of Luhn with the prefix 80840, modulo 10. */
function luhn(number: string): number {
  const digits = [...`80840${number}`].map(Number).reverse();
  return digits.reduce((sum, digit, i) => sum + (i % 2 === 1 ? Math.floor((2 * digit) / 10) + ((2 * digit) % 10) : digit), 0) % 10;
}

describe('a date', () => {
  const dates = new ShiftedDates(7);
  const moved = (text: string): string => {
    const bytes = Buffer.from(text);
    dates.period(bytes, 0, bytes.length, isDigit);
    return bytes.toString();
  };

  it('moves in every format', () => {
    expect(moved('20240305')).toBe('20240227');
    expect(moved('20240301-20240310')).toBe('20240223-20240303');
    expect(moved('202403051230')).toBe('202402271230');
    expect(moved('240305')).toBe('240227');
    expect(moved('99991231')).toBe('99991231');
  });

  it('that is none becomes another that is none', () => {
    expect(moved('20230231')).toBe('99999999');
    expect(moved('123')).toBe('999');
  });
});

describe('a scrubbed interchange', () => {
  const isa = 'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *250217*0940*^*00501*000000905*0*T*:~';
  const body = 'GS*HP*SENDER*RECEIVER*20250217*0940*905*X*005010X221A1~ST*835*0001~NM1*QC*1*SMITH*JOHN****MI*A123456789~REF*SY*123456789~SE*4*0001~';
  const text = `${isa}${body}GE*1*905~IEA*1*000000905~`;

  it('has the same pseudonym for the same value, and trailers that fit', async () => {
    const scrubbed = await scrubText(text);
    const [, sender = ''] = /ISA\*00\* +\*00\* +\*ZZ\*(\S+)/.exec(scrubbed) ?? [];
    expect(scrubbed).toContain(`GS*HP*${sender}*`);
    expect(scrubbed).not.toContain('SMITH');
    expect(await findingsOf(Buffer.from(scrubbed))).toEqual(await findingsOf(Buffer.from(text)));
  });

  it('keeps wrapped lines, marks, and encodings', async () => {
    const wrapped = text.replace(/.{80}/g, '$&\r\n');
    const scrubbed = await scrubText(wrapped);
    expect(scrubbed.replaceAll('\r\n', '')).toBe(await scrubText(text));
    expect([...scrubbed.matchAll(/\r\n/g)].map(({ index }) => index)).toEqual([...wrapped.matchAll(/\r\n/g)].map(({ index }) => index));
    expect(await scrubText(`\uFEFF${text}`)).toBe(`\uFEFF${await scrubText(text)}`);
    for (const encoding of ['utf16le'] as const) {
      const bytes = await scrubBytes(Buffer.from(`\uFEFF${text}`, encoding));
      expect(bytes.toString(encoding)).toBe(`\uFEFF${await scrubText(text)}`);
    }
  });

  it('has nothing of a broken-off segment but its id', async () => {
    const scrubbed = await scrubText(`${text.slice(0, text.indexOf('~SE'))}~NM1*IL*1*MILLER*MARY`);
    expect(scrubbed).toMatch(/~NM1\*XX\*0\*XXXXXX\*XXXX$/);
  });

  it('has letters of the same length for letters outside ASCII', async () => {
    const [name, latin1] = [Buffer.from(text.replace('SMITH', 'MÜLLER')), Buffer.from(text.replace('SMITH', 'MÜLLER'), 'latin1')];
    expect((await scrubBytes(name)).toString()).not.toContain('Ü');
    expect(await scrubBytes(name)).toHaveLength(name.length);
    expect(await findingsOf(await scrubBytes(latin1))).toEqual(await findingsOf(latin1));
  });
});
