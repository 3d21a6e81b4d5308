import { type QueryPart, readCodeQuery } from '../../../src/codes/code-query';
import { EdiError } from '../../../src/common/edi-error';

/** A part shortly: the code, the prefix, and the words with alternatives between `|`. */
const short = ({ plainCode, codePrefix, words }: QueryPart): readonly [code: string | undefined, prefix: string | undefined, words: string] => [
  plainCode,
  codePrefix,
  words.map((choice) => choice.map((set) => set.join('+')).join('|')).join(' '),
];

const read = (query: string) => readCodeQuery(query).map(short);

function errorOf(query: string): EdiError {
  try {
    readCodeQuery(query);
  } catch (error) {
    if (error instanceof EdiError) return error;
  }
  throw new Error(`${query.slice(0, 80)} is accepted.`);
}

describe('a query', () => {
  it.each([
    ['one code', '0LBQ4', [['0LBQ4', undefined, '0lbq4']]],
    ['a code with a dot', 'e11.9', [['E119', undefined, 'e119|e11+9']]],
    ['an NDC with hyphens', '0002-1434-81', [['0002143481', undefined, '0002143481|0002+1434+81']]],
    ['words', 'endo right knee', [[undefined, undefined, 'endo right knee']]],
    ['one word, which may be a code', ' Knee ', [['KNEE', undefined, 'knee']]],
    [
      'codes and a phrase between commas',
      '0LBQ4, 0Y3F4ZZ,  right knee',
      [
        ['0LBQ4', undefined, '0lbq4'],
        ['0Y3F4ZZ', undefined, '0y3f4zz'],
        [undefined, undefined, 'right knee'],
      ],
    ],
    ['a letter and words', 'code:j adrenalin', [[undefined, 'J', 'adrenalin']]],
    ['a letter and words in any case and place', 'Adrenalin CODE: j1 epi', [[undefined, 'J1', 'adrenalin epi']]],
    ['a letter alone', 'code:J', [[undefined, 'J', '']]],
    ['a beginning with punctuation', 'code:e11. foot', [[undefined, 'E11', 'foot']]],
    ['empty parts between commas', ', knee ,, ,', [['KNEE', undefined, 'knee']]],
  ])('reads %s: %j', (_what, query, parts) => {
    expect(read(query)).toEqual(parts);
  });

  it.each([
    ['" OR 1=1 --', [[undefined, undefined, 'or 1']]],
    ["'; DROP TABLE code; --", [[undefined, undefined, 'drop table code']]],
    ['NEAR(', [['NEAR', undefined, 'near']]],
    [
      'NEAR(a b, 5)',
      [
        [undefined, undefined, 'neara|near+a b'],
        ['5', undefined, '5'],
      ],
    ],
    ['a AND', [[undefined, undefined, 'a and']]],
    ['a OR NOT b', [[undefined, undefined, 'a or not b']]],
    ['col:', [['COL', undefined, 'col']]],
    ['words:knee', [['WORDSKNEE', undefined, 'wordsknee|words+knee']]],
    ['"knee"*', [['KNEE', undefined, 'knee']]],
    ['k%nee _ *', [[undefined, undefined, 'knee|k+nee']]],
    ['a & b | !c:* <-> d', [[undefined, undefined, 'a b c d']]],
    ['{a b}^ +-~', [[undefined, undefined, 'a b']]],
    ['knee\\', [['KNEE', undefined, 'knee']]],
    ['knee\0', [['KNEE', undefined, 'knee']]],
    ['Ménière disease', [[undefined, undefined, 'meniere disease']]],
    ['日本 knee', [[undefined, undefined, 'knee']]],
    ['code:', [['CODE', undefined, 'code']]],
    ['code:* knee', [[undefined, undefined, 'code knee']]],
    ['barcode:j', [['BARCODEJ', undefined, 'barcodej|barcode+j']]],
  ])('takes nothing for syntax of a database: %j', (query, parts) => {
    expect(read(query)).toEqual(parts);
  });

  it.each(['', '   '])('is missing: %j', (query) => {
    expect(errorOf(query)).toMatchObject({ code: 'EDI_BAD_PARAMETER', message: expect.stringMatching(/^query is missing\. Give a code/) });
  });

  it.each([',', ' , ,', '%', '_', '*', '"', '""\'', '--', '()', '🦴', '日本', '\0', '. - .'])('is refused without a letter or digit: %j', (query) => {
    expect(errorOf(query)).toMatchObject({ code: 'EDI_BAD_PARAMETER', message: expect.stringMatching(/^query has no letter or digit\. Give a code/) });
  });

  it('has at most 1,000 characters', () => {
    expect(readCodeQuery('a'.repeat(1_000))).toHaveLength(1);
    expect(errorOf('a'.repeat(1_001)).message).toBe('query has 1001 characters; at most 1000 are allowed.');
    expect(errorOf(' '.repeat(10_000)).message).toBe('query has 10000 characters; at most 1000 are allowed.');
  });

  it('has at most 50 parts, empty ones not counted', () => {
    const parts = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}`).join(',,');
    expect(readCodeQuery(parts(50))).toHaveLength(50);
    expect(errorOf(parts(51)).message).toBe('query has 51 parts between commas; at most 50 are allowed.');
  });

  it('has at most 20 words in one part', () => {
    const words = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}`).join(' ');
    expect(readCodeQuery(`${words(20)},${words(20)}`)).toHaveLength(2);
    expect(errorOf(`knee,${words(21)}`).message).toBe('query has 21 words in one part; at most 20 are allowed.');
  });

  it('is not repeated in a message', () => {
    expect(errorOf(`SECRET${'x'.repeat(1_000)}`).message).not.toContain('SECRET');
  });
});
