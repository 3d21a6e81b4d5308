import { amount, code, each, elements, firstAndAll, from, groups, joined, loops, object, others, record, text } from '../../../src/plugin';
import { adjustments, amountItem, contacts, identification, quantityItem } from '../../../plugins/vocabulary';
import { jsonOf, mapped, mapAll, valueOf } from '../../support/mapped';

const line = record('Line', { charge: amount('SVC02'), id: text('REF[6R]02') });

describe('an item for each segment', () => {
  it('stands in the order of the input', async () => {
    expect(await valueOf(each('AMT', amountItem), ['CLP*A*1', 'AMT*AU*100', 'AMT*I*5.5', 'AMT*AU*2'])).toEqual([
      { qualifierCode: 'AU', type: 'COVERAGE_AMOUNT', amount: 100 },
      { qualifierCode: 'I', type: 'INTEREST', amount: 5.5 },
      { qualifierCode: 'AU', type: 'COVERAGE_AMOUNT', amount: 2 },
    ]);
  });

  it('takes the segments of several places of the guide, and leaves out those that are excluded', async () => {
    const claim = ['CLP*A*1', 'REF*1L*ONE', 'REF*1C*TWO', 'REF*EA*THREE', 'REF*1D*FOUR'];
    expect(await valueOf(each('REF', text('02')), claim)).toEqual(['ONE', 'TWO', 'THREE', 'FOUR']);
    expect(await valueOf(each('REF[^1C|1D]', text('02')), claim)).toEqual(['ONE', 'THREE']);
    expect(await valueOf(each('REF[1C|EA]', text('02')), claim)).toEqual(['TWO', 'THREE']);
  });

  it('takes what no other field of the record names, at any depth of the same loop', async () => {
    const provider = record('Provider', { ids: each('REF[1C|1D]', text('02')) });
    const fields = {
      id: text('REF[1L]02'),
      provider: object('NM1[82]', provider),
      payer: from('1000A', record('Payer', { id: text('REF[EA]02') })),
      rest: others('REF', text('02')),
    };
    const claim = ['CLP*A*1', 'NM1*82*2*N', 'REF*1L*ONE', 'REF*1C*TWO', 'REF*EA*THREE', 'REF*1D*FOUR'];
    expect(await mapped(fields, claim)).toMatchObject({ id: 'ONE', provider: { ids: ['TWO', 'FOUR'] }, rest: ['THREE'] });
  });

  it('is left out when all it would have is absent', async () => {
    expect(await jsonOf(each('AMT', amountItem), ['CLP*A*1'])).toBeUndefined();
    expect(await jsonOf(each('AMT', amount('02')), ['CLP*A*1', 'AMT*AU*x', 'AMT*I'])).toBeUndefined();
    expect(await jsonOf(each('AMT', amount('02')), ['CLP*A*1', 'AMT*AU*x', 'AMT*I*3'])).toBe('[3]');
  });

  it('keeps the code of an unknown qualifier and has no name for it', async () => {
    expect(await valueOf(each('QTY', quantityItem), ['CLP*A*1', 'QTY*QQ*3'])).toEqual([{ qualifierCode: 'QQ', quantity: 3 }]);
  });

  it('may hold arrays of its own', async () => {
    expect(await valueOf(contacts(), ['CLP*A*1', 'PER*CX*ANN*TE*5550100*EX*12*FX*5550199', 'PER*CX**EM*A@EXAMPLE.COM'])).toEqual([
      {
        functionCode: 'CX',
        name: 'ANN',
        contactNumbers: [
          { type: 'PHONE', number: '5550100' },
          { type: 'EXTENSION', number: '12' },
          { type: 'FAX', number: '5550199' },
        ],
      },
      { functionCode: 'CX', contactNumbers: [{ type: 'EMAIL', number: 'A@EXAMPLE.COM' }] },
    ]);
  });
});

describe('an item for each group of elements', () => {
  it('gives every triplet of a segment and of the segments after it, with the element that they share', async () => {
    const first = { group: 'CONTRACTUAL', reasonCode: '45', reason: { subType: 'CARC', code: '45' }, amount: 10, quantity: 1 };
    expect(await valueOf(adjustments(), ['CLP*A*1', 'CAS*CO*45*10*1*97*20**16*30*3*18*40**29*50*5*96*60', 'CAS*PR*1*7'])).toEqual([
      first,
      { group: 'CONTRACTUAL', reasonCode: '97', reason: { subType: 'CARC', code: '97' }, amount: 20 },
      { group: 'CONTRACTUAL', reasonCode: '16', reason: { subType: 'CARC', code: '16' }, amount: 30, quantity: 3 },
      { group: 'CONTRACTUAL', reasonCode: '18', reason: { subType: 'CARC', code: '18' }, amount: 40 },
      { group: 'CONTRACTUAL', reasonCode: '29', reason: { subType: 'CARC', code: '29' }, amount: 50, quantity: 5 },
      { group: 'CONTRACTUAL', reasonCode: '96', reason: { subType: 'CARC', code: '96' }, amount: 60 },
      { group: 'PATIENT_RESPONSIBILITY', reasonCode: '1', reason: { subType: 'CARC', code: '1' }, amount: 7 },
    ]);
  });

  it('passes over a group without any value, and goes on behind it', async () => {
    expect(await valueOf(adjustments(), ['CLP*A*1', 'CAS*CO*45*10*****97*20'])).toMatchObject([{ reasonCode: '45' }, { reasonCode: '97' }]);
    expect(await valueOf(adjustments(), ['CLP*A*1', 'CAS*CO****45*10'])).toMatchObject([{ reasonCode: '45', amount: 10 }]);
  });

  it('keeps a group of which a part is there', async () => {
    expect(await valueOf(adjustments(), ['CLP*A*1', 'CAS*CO*45**2'])).toEqual([
      { group: 'CONTRACTUAL', reasonCode: '45', reason: { subType: 'CARC', code: '45' }, quantity: 2 },
    ]);
    expect(await valueOf(adjustments(), ['CLP*A*1', 'CAS*CO**10'])).toEqual([{ group: 'CONTRACTUAL', amount: 10 }]);
  });

  it('does not read more groups than the segment can have', async () => {
    const reasons = Array.from({ length: 8 }, (_, i) => `${i + 1}*1*`).join('*');
    expect(await valueOf(adjustments(), ['CLP*A*1', `CAS*CO*${reasons}`])).toHaveLength(6);
  });

  it('reads components of relative elements', async () => {
    const pair = record('Pair', { code: text('+0-1'), reference: text('+0-2'), amount: amount('+1') });
    expect(await valueOf(groups('CAS', { from: 2, size: 3, max: 6 }, pair), ['CLP*A*1', 'CAS*CO*45:X*10**97:Y:Z*20'])).toEqual([
      { code: '45', reference: 'X', amount: 10 },
      { code: '97', reference: 'Y', amount: 20 },
    ]);
  });
});

describe('an item for each of some elements', () => {
  it('takes those that have a value', async () => {
    expect(await valueOf(elements('MOA', [3, 4, 5, 6, 7], code('RARC', '+0')), ['CLP*A*1', 'MOA***MA01**N1*ALL*9'])).toEqual([
      { subType: 'RARC', code: 'MA01' },
      { subType: 'RARC', code: 'N1' },
      { subType: 'RARC', code: 'ALL' },
      { subType: 'RARC', code: '9' },
    ]);
    expect(await jsonOf(elements('MOA', [3, 4, 5], text('+0')), ['CLP*A*1', 'MOA*1*2'])).toBeUndefined();
  });
});

describe('an item for each loop', () => {
  it('stands in the order of the input, each with its own segments', async () => {
    expect(await valueOf(loops('2110', line), ['CLP*A*1', 'SVC*HC:1*5*4', 'REF*6R*L1', 'SVC*HC:2*6*5', 'SVC*HC:3*7*6', 'REF*6R*L3'])).toEqual([
      { charge: 5, id: 'L1' },
      { charge: 6 },
      { charge: 7, id: 'L3' },
    ]);
  });

  it('is left out without loops, or an empty array where it is kept', async () => {
    expect(await jsonOf(loops('2110', line), ['CLP*A*1'])).toBeUndefined();
    expect(await jsonOf(loops('2110', line, { keepsEmpty: true }), ['CLP*A*1'])).toBe('[]');
  });
});

describe('a singular and a plural key', () => {
  const fields = firstAndAll('policy', 'policies', 'REF[0K]02', text);

  it('have the first value and all of them', async () => {
    expect(await mapped(fields, ['CLP*A*1', 'SVC*HC:1*1*1', 'REF*0K*ONE', 'REF*0K*TWO'], { unit: '2110' })).toEqual({
      policy: 'ONE',
      policies: ['ONE', 'TWO'],
    });
    expect(await mapped(fields, ['CLP*A*1', 'SVC*HC:1*1*1', 'REF*0K*ONE'], { unit: '2110' })).toEqual({ policy: 'ONE', policies: ['ONE'] });
    expect(await mapped(fields, ['CLP*A*1', 'SVC*HC:1*1*1'], { unit: '2110' })).toEqual({});
  });

  it('need a place with a code and an element', () => {
    expect(() => firstAndAll('a', 'b', 'CLP01', text)).toThrow("'CLP01' is not a place such as REF[0K]02.");
  });
});

describe('a record without values', () => {
  it('is left out of an array', async () => {
    const item = record('Item', { amount: amount('02') });
    expect(await valueOf(each('AMT', item), ['CLP*A*1', 'AMT*AU', 'AMT*I*3', 'AMT*T'])).toEqual([{ amount: 3 }]);
  });

  it('does not shift the records after it', async () => {
    const { records } = await mapAll({ list: each('REF[EA]', identification) }, ['CLP*A*1', 'CLP*B*1', 'REF*EA*X', 'CLP*C*1']);
    expect(records).toEqual([
      { objectType: 'MAPPED' },
      { objectType: 'MAPPED', list: [{ qualifierCode: 'EA', type: 'MEDICAL_RECORD_NUMBER', identification: 'X' }] },
      { objectType: 'MAPPED' },
    ]);
  });
});

describe('joined texts', () => {
  it('are those of all segments, in the order of the input, with line feeds between', async () => {
    expect(await valueOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA*ONE', 'REF*BB*X', 'REF*EA*TWO'])).toBe('ONE\nTWO');
  });

  it('are one text without line feed', async () => {
    expect(await valueOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA*ONE'])).toBe('ONE');
  });

  it('leave out segments without the element', async () => {
    expect(await valueOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA', 'REF*EA*ONE', 'REF*EA*'])).toBe('ONE');
  });

  it('may be those of all codes but some', async () => {
    expect(await valueOf(joined('REF[^EA]02'), ['CLP*A*1', 'REF*EA*ONE', 'REF*BB*X', 'REF*9C*Y'])).toBe('X\nY');
  });

  it('are absent without any', async () => {
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*BB*X'])).toBeUndefined();
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA'])).toBeUndefined();
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1'])).toBeUndefined();
  });

  it('are escaped as JSON must', async () => {
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA*A"B\\', 'REF*EA*É'])).toBe('"A\\"B\\\\\\nÉ"');
  });
});
