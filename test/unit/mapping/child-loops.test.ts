import { amount, below, loops, record, text } from '../../../src/plugin';
import { procedure } from '../../../plugins/vocabulary';
import { jsonOf, mapAll, valueOf } from '../../support/mapped';

const line = record('Line', { charge: amount('SVC02'), procedure: procedure('SVC01'), date: text('DTM[472]02') });

describe('the records of child loops', () => {
  it('are one for each, in the order of the input', async () => {
    expect(
      await valueOf(loops('2110', line), ['CLP*A*1', 'SVC*HC:99213*1', 'DTM*472*20250101', 'SVC*HC:99214*2', 'SVC*HC:99215*3', 'DTM*472*20250103']),
    ).toEqual([
      { charge: 1, procedure: { subType: 'CPT', code: '99213' }, date: '20250101' },
      { charge: 2, procedure: { subType: 'CPT', code: '99214' } },
      { charge: 3, procedure: { subType: 'CPT', code: '99215' }, date: '20250103' },
    ]);
  });

  it('leave out loops without any value', async () => {
    expect(await valueOf(loops('2110', line), ['CLP*A*1', 'SVC', 'SVC**2'])).toEqual([{ charge: 2 }]);
  });

  it('are absent without loops, or an empty array where that is kept', async () => {
    expect(await jsonOf(loops('2110', line), ['CLP*A*1'])).toBeUndefined();
    expect(await jsonOf(loops('2110', line), ['CLP*A*1', 'SVC'])).toBeUndefined();
    expect(await jsonOf(loops('2110', line, { keepsEmpty: true }), ['CLP*A*1'])).toBe('[]');
  });

  it('are those of each claim', async () => {
    const { records } = await mapAll({ lines: loops('2110', line) }, ['CLP*A*1', 'SVC**1', 'CLP*B*1', 'CLP*C*1', 'SVC**3']);
    expect(records.map(({ lines }) => lines)).toEqual([[{ charge: 1 }], undefined, [{ charge: 3 }]]);
  });
});

describe('a field of a child loop', () => {
  it('is that of the first', async () => {
    expect(await valueOf(below('2110', amount('SVC02')), ['CLP*A*1', 'SVC**1', 'SVC**2'])).toBe(1);
  });

  it('is absent where the first has no value, or there is none', async () => {
    expect(await jsonOf(below('2110', amount('SVC02')), ['CLP*A*1', 'SVC', 'SVC**2'])).toBeUndefined();
    expect(await jsonOf(below('2110', amount('SVC02')), ['CLP*A*1'])).toBeUndefined();
  });

  it('is that of each claim, and never looks further out', async () => {
    const { records } = await mapAll({ charge: below('2110', amount('SVC02')) }, ['CLP*A*1', 'SVC**1', 'CLP*B*1', 'CLP*C*1', 'SVC**3']);
    expect(records.map(({ charge }) => charge)).toEqual([1, undefined, 3]);
  });
});
