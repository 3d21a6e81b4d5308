import { amount, constant, firstOf, from, group, object, record, text, variant, within } from '../../../src/plugin';
import { address, partyIdName } from '../../../plugins/vocabulary';
import { jsonOf, mapped, mapAll, valueOf } from '../../support/mapped';
import { REMITTANCE_HEAD } from '../../support/remittance';

describe('an object of a segment', () => {
  it('has the elements of that segment, but for those that the guide does not use (NM106)', async () => {
    expect(await valueOf(object('NM1[QC]', partyIdName), ['CLP*A*1', 'NM1*IL*1*ROE', 'NM1*QC*1*DOE*JANE*Q*DR*JR*MI*ID1'])).toEqual({
      entityRole: 'PATIENT',
      entityType: 'INDIVIDUAL',
      identificationType: 'MEMBER_ID',
      identifier: 'ID1',
      lastNameOrOrgName: 'DOE',
      firstName: 'JANE',
      middleName: 'Q',
      nameSuffix: 'JR',
    });
  });

  it('is left out when the segment is absent, or has no value that is read', async () => {
    expect(await jsonOf(object('NM1[QC]', partyIdName), ['CLP*A*1', 'NM1*IL*1*ROE'])).toBeUndefined();
    expect(await jsonOf(object('NM1[QC]', record('Name', { name: text('03') })), ['CLP*A*1', 'NM1*QC*1'])).toBeUndefined();
  });

  it('may hold objects of objects', async () => {
    const deep = record('A', { b: group(record('B', { c: object('NM1[QC]', record('C', { d: group(record('D', { name: text('03') })) })) })) });
    expect(await valueOf(group(deep), ['CLP*A*1', 'NM1*QC*1*DOE'])).toEqual({ b: { c: { d: { name: 'DOE' } } } });
    expect(await jsonOf(group(deep), ['CLP*A*1'])).toBeUndefined();
  });
});

describe('a group', () => {
  const head = [...REMITTANCE_HEAD.slice(0, 3), 'N3*LINE ONE*LINE TWO', 'N4*CITY*NY*10001*US***NY', ...REMITTANCE_HEAD.slice(5)];

  it('is a level of JSON over several segments of the same loop', async () => {
    expect(await valueOf(from('1000A', record('Party', { address: group(address) })), ['CLP*A*1'], { head })).toEqual({
      address: { line: 'LINE ONE', line2: 'LINE TWO', city: 'CITY', stateCode: 'NY', zipCode: '10001', countryCode: 'US', countrySubdivisionCode: 'NY' },
    });
  });

  it('has what is there when one of its segments is absent', async () => {
    const withoutStreet = head.filter((segment) => !segment.startsWith('N3'));
    expect(await valueOf(from('1000A', record('Party', { address: group(address) })), ['CLP*A*1'], { head: withoutStreet })).toMatchObject({
      address: { city: 'CITY' },
    });
  });

  it('is there although the first of its fields has no value', async () => {
    const both = record('Both', { missing: text('CLP09'), charge: amount('CLP03'), dates: text('DTM[232]02') });
    expect(await valueOf(group(both), ['CLP*A*1*5'])).toEqual({ charge: 5 });
  });
});

describe('an object of an ancestor', () => {
  const payer = record('Payer', { name: text('N102') });

  it('is the same for every unit below it', async () => {
    const { records } = await mapAll({ payer: from('1000A', payer), trace: from('0000', record('Trace', { number: text('TRN02') })) }, [
      'CLP*A*1',
      'CLP*B*1',
      'LX*2',
      'CLP*C*1',
    ]);
    expect(records).toHaveLength(3);
    for (const one of records) expect(one).toEqual({ objectType: 'MAPPED', payer: { name: 'PAYER ONE' }, trace: { number: 'TRACE1' } });
  });

  it('is found from a deeper loop', async () => {
    expect(
      await mapped({ claim: from('2100', record('Claim', { id: text('CLP01') })), payer: from('1000A', payer) }, ['CLP*A*1', 'SVC*HC:1*1*1'], { unit: '2110' }),
    ).toEqual({
      claim: { id: 'A' },
      payer: { name: 'PAYER ONE' },
    });
  });

  it("is that of each unit's own ancestor", async () => {
    const claim = record('Claim', { id: text('CLP01') });
    const { records } = await mapAll({ claim: from('2100', claim) }, ['CLP*A*1', 'SVC*HC:1*1*1', 'SVC*HC:2*1*1', 'CLP*B*1', 'SVC*HC:3*1*1'], { unit: '2110' });
    expect(records.map((one) => one['claim'])).toEqual([{ id: 'A' }, { id: 'A' }, { id: 'B' }]);
  });

  it('is left out when the loop is absent or has no value', async () => {
    const head = REMITTANCE_HEAD.filter((segment) => !/^(N1\*PR|N3|N4)/.test(segment));
    expect(await jsonOf(from('1000A', payer), ['CLP*A*1'], { head })).toBeUndefined();
    expect(await jsonOf(from('1000A', record('Payer', { extra: text('N106') })), ['CLP*A*1'])).toBeUndefined();
  });
});

describe('a field of an ancestor', () => {
  it('is read from the segments of that loop', async () => {
    expect(await mapped({ trace: within('0000', text('TRN02')), claim: within('2100', text('CLP01')) }, ['CLP*A*1', 'SVC*HC:1*1*1'], { unit: '2110' })).toEqual(
      { trace: 'TRACE1', claim: 'A' },
    );
  });

  it('is read for each unit', async () => {
    const { records } = await mapAll({ claim: within('2100', text('CLP01')) }, ['CLP*A*1', 'SVC*HC:1*1*1', 'CLP*B*1', 'SVC*HC:1*1*1'], { unit: '2110' });
    expect(records.map(({ claim }) => claim)).toEqual(['A', 'B']);
  });
});

describe('the first of several fields', () => {
  const field = firstOf(text('DTM[232]02'), text('DTM[233]02'), text('CLP09'));

  it('is the first that has a value', async () => {
    expect(await valueOf(field, ['CLP*A*1*1*1*1*12*X*11*7', 'DTM*233*20250102', 'DTM*232*20250101'])).toBe('20250101');
    expect(await valueOf(field, ['CLP*A*1*1*1*1*12*X*11*7', 'DTM*233*20250102'])).toBe('20250102');
    expect(await valueOf(field, ['CLP*A*1*1*1*1*12*X*11*7'])).toBe('7');
    expect(await jsonOf(field, ['CLP*A*1'])).toBeUndefined();
  });

  it('passes over a value that cannot be read', async () => {
    expect(await valueOf(firstOf(amount('CLP03'), amount('CLP04')), ['CLP*A*1*x*5'])).toBe(5);
  });
});

describe('a variant', () => {
  const field = variant<string, 'one' | 'two'>(
    (loop) => {
      const status = loop.segments[0]?.element(2);
      return status === '1' ? 'one' : status === '2' ? 'two' : undefined;
    },
    { one: text('CLP01'), two: constant('FIXED') },
  );

  it('is the field that is chosen for the record, or none', async () => {
    const { records } = await mapAll({ value: field }, ['CLP*A*1', 'CLP*B*2', 'CLP*C*3']);
    expect(records.map(({ value }) => value)).toEqual(['A', 'FIXED', undefined]);
  });
});
