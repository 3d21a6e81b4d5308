import { plainCode, storedWords, wordChoices, wordsOf } from '../../../src/codes/words';

describe('words of a text', () => {
  it.each([
    ['Cholera due to Vibrio cholerae 01, biovar eltor', ['cholera', 'due', 'to', 'vibrio', 'cholerae', '01', 'biovar', 'eltor']],
    ['the knee, THE Knee', ['the', 'knee']],
    ["Crohn's disease (X-ray) 10mg/ml", ['crohn', 's', 'disease', 'x', 'ray', '10mg', 'ml']],
    ['Ménière Sjögren ANGSTRÖM', ['meniere', 'sjogren', 'angstrom']],
    ['e\u0301 ﬁbrosis ½ Ⅳ', ['e', 'fibrosis', '1', '2', 'iv']],
    ['日本 Ω μ', []],
    ['-- !? \t\n', []],
    ['', []],
  ])('are small letters and digits without accents, each once: %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are gathered from several texts, absent ones left out', () => {
    expect(wordsOf('right knee', undefined, null, '', 'knee joint')).toEqual(['right', 'knee', 'joint']);
  });

  it('are stored with a blank before and after each', () => {
    expect(storedWords(['right', 'knee'])).toBe(' right knee ');
  });
});

describe('a code to compare by', () => {
  it.each([
    ['e11.9', 'E119'],
    ['0002-1434-81', '0002143481'],
    [' a-1 . 2 ', 'A12'],
    ['99213', '99213'],
    ['%_*"', ''],
    ['é', ''],
    ['', ''],
  ])('has capitals, letters and digits alone: %j is %j', (code, plain) => {
    expect(plainCode(code)).toBe(plain);
  });
});

describe('words to look for', () => {
  it('are one choice for each word', () => {
    expect(wordChoices('  Endo right\tKNEE\n')).toEqual([[['endo']], [['right']], [['knee']]]);
  });

  it('are one word or several where punctuation stands within', () => {
    expect(wordChoices('x-ray')).toEqual([[['xray'], ['x', 'ray']]]);
    expect(wordChoices("crohn's")).toEqual([[['crohns'], ['crohn', 's']]]);
  });

  it.each(['', ' ', '- % "" ()', '日本 *'])('are none where there is no letter or digit: %j', (text) => {
    expect(wordChoices(text)).toEqual([]);
  });

  it('lose the punctuation around them', () => {
    expect(wordChoices('(knee) "right" *left*')).toEqual([[['knee']], [['right']], [['left']]]);
  });
});
