import { descriptionOf, shapeDirectory } from '../../../src/codes/describe-code';
import { CodeEntity } from '../../../src/codes/entities/code.entity';

const EMPTY = {
  setId: 1,
  alternativeCode: null,
  formattedCode: null,
  desc: null,
  fullDesc: null,
  shortDesc: null,
  enumName: null,
  startDate: null,
  endDate: null,
  words: ' ',
};

const entity = (values: Partial<CodeEntity>): CodeEntity => Object.assign(new CodeEntity(), EMPTY, values);

describe('the description of a code', () => {
  it.each([
    [{ desc: 'Long', shortDesc: 'Short', fullDesc: 'Full' }, 'Long'],
    [{ shortDesc: 'Short', fullDesc: 'Full' }, 'Short'],
    [{ fullDesc: 'Full' }, 'Full'],
  ])('is the first of desc, shortDesc and fullDesc: %j', (values, desc) => {
    expect(descriptionOf('CARC', '45', entity(values))).toEqual({ desc });
  });

  it('is empty for a code without text, and for an unknown one', () => {
    expect(descriptionOf('CARC', '45', entity({}))).toEqual({});
    expect(descriptionOf('CARC', '45', entity({ desc: '' }))).toEqual({});
    expect(descriptionOf('CARC', '45', undefined)).toEqual({});
  });

  it.each(['CONDITION', 'OCCURRENCE_SPAN'])('says when a code of %s is reported', (list) => {
    expect(descriptionOf(list, '70', entity({ desc: 'Stay', fullDesc: 'Report the dates.' }))).toEqual({ desc: 'Stay', instructionDesc: 'Report the dates.' });
    expect(descriptionOf(list, '70', entity({ desc: 'Stay' }))).toEqual({ desc: 'Stay' });
  });

  it.each(['OCCURRENCE', 'VALUE', 'CARC'])('has no instruction for %s', (list) => {
    expect(descriptionOf(list, '70', entity({ desc: 'Stay', fullDesc: 'Report the dates.' }))).toEqual({ desc: 'Stay' });
  });

  it('has the dot of a diagnosis whether or not the code is known', () => {
    expect(descriptionOf('ICD_10_PRINCIPAL', 'E119', undefined)).toEqual({ formattedCode: 'E11.9' });
    expect(descriptionOf('ICD_10_PRINCIPAL', 'E119', entity({ desc: 'Diabetes' }))).toEqual({ desc: 'Diabetes', formattedCode: 'E11.9' });
  });

  it('has the hyphens of a package as the directory has them', () => {
    const known = entity({ code: '0002-1434-81', plainCode: '0002143481', alternativeCode: '00002143481', desc: 'Drug' });
    for (const code of ['00002143481', '0002143481', '0002-1434-81'])
      expect(descriptionOf('NDC', code, known)).toEqual({ desc: 'Drug', formattedCode: '0002-1434-81' });
  });

  it('takes the hyphens of an unknown package from its product', () => {
    const product = entity({ code: '50242-040', plainCode: '50242040', alternativeCode: '502420040', desc: 'Drug' });
    expect(descriptionOf('NDC', '50242004099', product)).toEqual({ desc: 'Drug', formattedCode: '50242-040-99' });
  });

  it('has no hyphens for an unknown drug', () => {
    expect(descriptionOf('NDC', '00002143481', undefined)).toEqual({});
  });
});

describe('the directory of shapes', () => {
  it('answers for every code of every list', async () => {
    const codes = new Map([
      ['ICD_10', new Set(['E119', 'X'])],
      ['CARC', new Set(['45'])],
    ]);
    expect(await shapeDirectory.describe(codes)).toEqual(
      new Map([
        [
          'ICD_10',
          new Map([
            ['E119', { formattedCode: 'E11.9' }],
            ['X', {}],
          ]),
        ],
        ['CARC', new Map([['45', {}]])],
      ]),
    );
  });
});
