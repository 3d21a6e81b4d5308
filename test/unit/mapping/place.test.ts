import { amount, each, from, record, text } from '../../../src/plugin';
import { jsonOf, mapAll, valueOf } from '../../support/mapped';

const CLAIM = [
  'CLP*A*1*100*80',
  'NM1*QC*1*DOE*JANE',
  'NM1*IL*1*ROE*JOHN',
  'REF*1L*GROUP',
  'REF*EA*RECORD',
  'REF*1C*MEDICARE',
  'REF*F8*ORIGINAL',
  'DTM*232*20250101',
  'DTM*233*20250103',
  'SVC*HC:99213:25:59*100*80',
];

describe('a place', () => {
  it.each([
    ['CLP01', 'A'],
    ['CLP03', '100'],
    ['NM1[QC]03', 'DOE'],
    ['NM1[IL]04', 'JOHN'],
    ['NM1[IL|QC]03', 'DOE'],
    ['REF[1L]02', 'GROUP'],
    ['REF[F8|EA]02', 'RECORD'],
    ['REF[1C]02', 'MEDICARE'],
    ['REF[^1L]02', 'RECORD'],
    ['REF[^1L|EA|1C]02', 'ORIGINAL'],
    ['REF02', 'GROUP'],
    ['DTM[233]02', '20250103'],
  ])('%s means %j', async (place, value) => {
    expect(await valueOf(text(place), CLAIM)).toBe(value);
  });

  it.each(['REF[G1]02', 'NM1[82]03', 'CLP09', 'MOA01', 'CLP01-2'])('%s has no value when the input lacks it', async (place) => {
    expect(await valueOf(text(place), CLAIM)).toBeUndefined();
  });

  it.each([
    ['SVC01-1', 'HC'],
    ['SVC01-2', '99213'],
    ['SVC01-4', '59'],
    ['SVC02-1', '100'],
    ['SVC01', 'HC:99213:25:59'],
  ])('%s means the component %j', async (place, value) => {
    expect(await valueOf(text(place), CLAIM, { unit: '2110' })).toBe(value);
  });

  it('without a segment means the current one', async () => {
    const item = record('Item', { code: text('01'), value: text('02') });
    expect(await valueOf(each('REF[EA|F8]', item), CLAIM)).toEqual([
      { code: 'EA', value: 'RECORD' },
      { code: 'F8', value: 'ORIGINAL' },
    ]);
  });

  it('means the first segment of several', async () => {
    expect(await valueOf(text('REF[EA]02'), ['CLP*A*1', 'REF*EA*ONE', 'REF*EA*TWO'])).toBe('ONE');
  });

  it('means the segment with the code also where a segment of the same kind stands before it', async () => {
    expect(await valueOf(text('REF[F8]02'), ['CLP*A*1', 'REF*EA*ONE', 'REF*F8*TWO'])).toBe('TWO');
    expect(await jsonOf(text('REF[G1]02'), ['CLP*A*1', 'REF*EA*ONE', 'REF*F8*TWO'])).toBeUndefined();
  });

  it('does not mean another segment with the same code', async () => {
    expect(await valueOf(text('QTY[ZK]02'), ['CLP*A*1', 'AMT*ZK*5', 'QTY*ZK*7'])).toBe('7');
  });

  it('is read from each unit anew', async () => {
    const { records } = await mapAll({ ref: text('REF[EA]02'), paid: amount('CLP04') }, [
      'CLP*A*1*1*2',
      'REF*EA*ONE',
      'CLP*B*1*3*4',
      'CLP*C*1*5*6',
      'REF*EA*THREE',
    ]);
    expect(records).toEqual([
      { objectType: 'MAPPED', ref: 'ONE', paid: 2 },
      { objectType: 'MAPPED', paid: 4 },
      { objectType: 'MAPPED', ref: 'THREE', paid: 6 },
    ]);
  });

  it('does not mean a segment with an unknown qualifier, although the loop has no other of its id', async () => {
    expect(await valueOf(text('DTM[150|151|472]02'), ['CLP*A*1', 'SVC*HC:1*1*1', 'DTM*999*20200101'], { unit: '2110' })).toBeUndefined();
  });

  it('of a transaction does not mean a segment with an unknown qualifier inside a claim', async () => {
    const transaction = record('Transaction', { produced: text('DTM[405]02') });
    expect(await valueOf(from('0000', transaction), ['CLP*A*1', 'DTM*999*20200101'])).toBeUndefined();
  });

  it('of a claim means its segment also behind the lines, and not a line', async () => {
    const claim = ['CLP*A*1', 'SVC*HC:1*1*1', 'DTM*472*20250101', 'DTM*050*20250109'];
    expect(await valueOf(text('DTM[050]02'), claim)).toBe('20250109');
    expect(await valueOf(each('DTM', text('02')), claim, { unit: '2110' })).toEqual(['20250101']);
  });

  it('of one party does not mean another one that the guide does not know', async () => {
    expect(await valueOf(text('NM1[82|SJ]03'), ['CLP*A*1', 'NM1*QC*1*DOE', 'NM1*ZZ*1*NOBODY'])).toBeUndefined();
  });

  it.each(['', 'clp01', 'C', 'CLP1', 'CLP001', 'CLP01-', 'REF[6R', 'REF[]02', 'REF6R]02', 'LONGER01', '+', 'CLP 01'])('cannot be written as %j', (place) => {
    expect(() => text(place)).toThrow(TypeError);
  });
});
