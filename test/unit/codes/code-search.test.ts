import { CodeSearch } from '../../../src/codes/code-search';
import { selectTypes } from '../../../src/codes/code-type';
import type { CodeFilter, CodeRecord } from '../../../src/codes/code.types';
import { describeDatabases, diagnosis, drug, hcpcs, importRecords } from '../../support/code-databases';

const CODES: readonly CodeRecord[] = [
  diagnosis('E119', 'Type 2 diabetes mellitus without complications', { startDate: '2015-10-01' }),
  diagnosis('E11', 'Type 2 diabetes mellitus', { subType: 'ICD_10_HEADER' }),
  diagnosis('E1165', 'Type 2 diabetes mellitus with hyperglycemia', { startDate: '2016-10-01', endDate: '2024-09-30' }),
  diagnosis('S8391XA', 'Sprain of unspecified site of right knee, initial encounter', { startDate: '2017-10-01' }),
  hcpcs('0SPC4JZ', 'Removal of synthetic substitute from right knee joint, percutaneous endoscopic approach', { subType: 'ICD_10_PCS' }),
  hcpcs('0SBC4ZZ', 'Excision of right knee joint, endo', { subType: 'ICD_10_PCS' }),
  hcpcs('0SBD4ZZ', 'Excision of left knee joint, endo', { subType: 'ICD_10_PCS' }),
  hcpcs('J0171', 'Injection, adrenalin, epinephrine, 0.1 mg', { shortDesc: 'Adrenalin inject', startDate: '2011-01-01' }),
  hcpcs('J0170', 'Adrenalin, up to 1 ml', { endDate: '2010-12-31', startDate: '1990-01-01' }),
  hcpcs('A4220', 'Refill kit with adrenaline'),
  hcpcs('R0070', 'Portable X-ray', { fullDesc: 'Transportation of equipment to a nursing home' }),
  hcpcs('R0075', 'Portable xray, several patients'),
  hcpcs('R0076', 'Portable ray of light, model X'),
  drug('0002-1434-81', 'Trulicity'),
  drug('0002-1434', 'Trulicity pen'),
  drug('50242-040-62', 'Xolair'),
  drug('60575-4112-1', 'Oxygen'),
  drug('1000-0001', 'Exact by its first nine digits'),
  drug('01000-0001-1', 'Begins with the same digits'),
  { type: 'UB04_CONDITION_CODE', subType: 'CONDITION', code: '70', desc: 'Self-administered anemia drug' },
  { type: 'UB04_OCCURRENCE_SPAN_CODE', subType: 'OCCURRENCE_SPAN', code: '70', desc: 'Qualifying stay' },
  { type: 'PROCEDURE', subType: 'CPT', code: '70', desc: 'Not a real procedure' },
  { type: 'MODIFIER', subType: 'HCPCS_MODIFIER', code: 'E1', desc: 'Upper left eyelid' },
  {
    type: 'FACILITY_TYPE',
    subType: 'PLACE_OF_SERVICE',
    code: '11',
    desc: 'Office',
    fullDesc:
      'Location, other than a hospital or clinic, where the professional routinely provides examinations, diagnosis and treatment on an ambulatory basis',
  },
  { type: 'FACILITY_TYPE', subType: 'PLACE_OF_SERVICE', code: '15', desc: 'Van', fullDesc: 'Unit on wheels, other than an office' },
  { type: 'X12_ENTITY_IDENTIFIER_CODE', subType: 'X12_ENTITY_IDENTIFIER_CODE', code: '17', desc: "Consultant's office" },
  { type: 'UB04_REVENUE_CODE', subType: 'REVENUE_CODE', code: '0821', desc: 'Hemodialysis, composite rate' },
  { type: 'UB04_TYPE_OF_BILL', subType: 'TYPE_OF_BILL', code: '821', desc: 'Kidney clinic' },
  { type: 'UB04_TYPE_OF_BILL', subType: 'TYPE_OF_BILL', code: '83A', desc: 'Day surgery' },
];

describeDatabases('code search', (store) => {
  beforeAll(async () => importRecords(store(), CODES));

  const records = async (query: string, filter: CodeFilter = {}, howMany = 100): Promise<readonly CodeRecord[]> =>
    new CodeSearch(store()).search(query, filter, howMany);
  const search = async (query: string, filter?: CodeFilter, howMany?: number): Promise<readonly string[]> =>
    (await records(query, filter, howMany)).map(({ code }) => code);
  const errorOf = async (query: string): Promise<unknown> => search(query).catch((error: unknown) => error);

  it('gives what is known of a code, without what is not', async () => {
    expect(await records('J0171')).toEqual([
      {
        type: 'PROCEDURE',
        subType: 'HCPCS',
        code: 'J0171',
        desc: 'Injection, adrenalin, epinephrine, 0.1 mg',
        shortDesc: 'Adrenalin inject',
        startDate: '2011-01-01',
      },
    ]);
  });

  it.each(['E11.9', 'e119', 'E119', ' e11.9 ', 'E-11-9'])('finds the code %j with or without dot or hyphens, in any case', async (query) => {
    expect(await search(query)).toEqual(['E119']);
  });

  it('puts the exact code first, then codes that begin so, by code', async () => {
    expect(await search('E11')).toEqual(['E11', 'E1165', 'E119']);
    expect(await search('E1')).toEqual(['E1', 'E11', 'E1165', 'E119']);
  });

  it('puts codes that begin so before codes with the word', async () => {
    expect(await search('R007')).toEqual(['R0070', 'R0075', 'R0076']);
    const [first, ...others] = await search('A');
    expect([first, others]).toEqual(['A4220', expect.arrayContaining(['R0070', 'J0171'])]);
  });

  it.each(['00002143481', '0002143481', '0002-1434-81'])('finds a package by %s', async (query) => {
    expect((await search(query))[0]).toBe('0002-1434-81');
  });

  it.each([
    ['50242004062', ['50242-040-62']],
    ['5024204062', ['50242-040-62']],
    ['60575411201', ['60575-4112-1']],
    ['6057541121', ['60575-4112-1']],
    ['000021434', ['0002-1434', '0002-1434-81']],
    ['0002-1434', ['0002-1434', '0002-1434-81']],
    ['00002', ['0002-1434', '0002-1434-81']],
  ])('finds drugs by the digits %s', async (query, codes) => {
    expect(await search(query)).toEqual(codes);
  });

  it('puts the exact digits of a drug before codes that sort before it', async () => {
    expect(await search('010000001')).toEqual(['1000-0001', '01000-0001-1']);
  });

  it('finds codes with all words, by their beginnings', async () => {
    expect(await search('endo right knee')).toEqual(['0SBC4ZZ', '0SPC4JZ']);
    expect(await search('KNEE, ')).toEqual(['0SBD4ZZ', '0SBC4ZZ', 'S8391XA', '0SPC4JZ']);
  });

  it('finds words of the code, the short and the full description', async () => {
    expect(await search('adrenalin inject')).toEqual(['J0171']);
    expect(await search('nursing equipment')).toEqual(['R0070']);
    expect(await search('R0070 transportation')).toEqual(['R0070']);
  });

  it('puts whole words before beginnings, and few other words before many', async () => {
    expect(await search('adrenalin')).toEqual(['J0170', 'J0171', 'A4220']);
  });

  it('puts a short description before words of a definition', async () => {
    expect(await search('office')).toEqual(['11', '17', '15']);
  });

  it.each([
    ['0821', ['0821', '821']],
    ['821', ['821', '0821']],
    ['083A', ['83A']],
  ])('finds types of bill and revenue codes by %s, with a leading zero or without', async (query, codes) => {
    expect(await search(query)).toEqual(codes);
  });

  it('finds codes with any of the words where none has all, most words first', async () => {
    expect(await search('endo right shoulder')).toEqual(['0SBC4ZZ', '0SPC4JZ', '0SBD4ZZ', 'S8391XA']);
    expect(await search('hyperglycemia shoulder')).toEqual(['E1165']);
    expect(await search('shoulder elbow')).toEqual([]);
  });

  it('takes a word with a hyphen for one word or two', async () => {
    expect(await search('x-ray')).toEqual(expect.arrayContaining(['R0070', 'R0075', 'R0076']));
    expect(await search('x-ray transportation')).toEqual(['R0070']);
  });

  it('answers parts between commas one after the other, no code twice', async () => {
    expect(await search('J0171, 0SBC4ZZ, right knee, E11.9')).toEqual(['J0171', '0SBC4ZZ', 'S8391XA', '0SPC4JZ', 'E119']);
    expect(await search('E11, E119, E11')).toEqual(['E11', 'E1165', 'E119']);
    expect(await search('nothing, E119')).toEqual(['E119']);
  });

  it('does not fall back to any of the words where all codes with all words were given before', async () => {
    expect(await search('0SBC4ZZ, 0SPC4JZ, endo right knee')).toEqual(['0SBC4ZZ', '0SPC4JZ']);
  });

  it.failing('counts a word with a hyphen as one of the words that a code has, in either form', async () => {
    const codes = await search('endo x-ray');
    expect(codes.indexOf('R0070')).toBeLessThan(codes.indexOf('0SPC4JZ'));
  });

  it('restricts to codes that begin with the letter of code:', async () => {
    expect(await search('code:j adrenalin')).toEqual(['J0170', 'J0171']);
    expect(await search('adrenalin code:A4')).toEqual(['A4220']);
    expect(await search('code:J')).toEqual(['J0170', 'J0171']);
    expect(await search('code:e11. hyperglycemia')).toEqual(['E1165']);
    expect(await search('code:j shoulder adrenalin')).toEqual(['J0170', 'J0171']);
    expect(await search('code:z adrenalin')).toEqual([]);
  });

  it('gives at most so many codes, counted over all parts', async () => {
    expect(await search('E11', {}, 2)).toEqual(['E11', 'E1165']);
    expect(await search('J0171, E11', {}, 3)).toEqual(['J0171', 'E11', 'E1165']);
    expect(await search('E119, E11', {}, 3)).toEqual(['E119', 'E11', 'E1165']);
    expect(await search('E11', {}, 1)).toEqual(['E11']);
  });

  it('restricts to types', async () => {
    expect(await search('70', { types: ['PROCEDURE'] })).toEqual(['70']);
    expect(await search('knee', { types: ['DIAGNOSIS'] })).toEqual(['S8391XA']);
    expect(await search('knee', { types: ['DRUG', 'DIAGNOSIS'] })).toEqual(['S8391XA']);
    expect(await search('E1', { types: ['MODIFIER'] })).toEqual(['E1']);
    expect(await search('endo left knee', { types: ['DIAGNOSIS'] })).toEqual(['S8391XA']);
  });

  it('takes UB_CODE for all UB-04 types', async () => {
    expect((await records('70', { types: selectTypes('ub_code') })).map(({ type }) => type)).toEqual(['UB04_CONDITION_CODE', 'UB04_OCCURRENCE_SPAN_CODE']);
  });

  it('never finds a code without a start date after a start date', async () => {
    expect(await search('E11', { afterStartDate: '2015-09-30' })).toEqual(['E1165', 'E119']);
    expect(await search('E11', { afterStartDate: '2015-10-01' })).toEqual(['E1165']);
    expect(await search('E11', { afterStartDate: '0001-01-01' })).toEqual(['E1165', 'E119']);
  });

  it('never finds a code without an end date after an end date', async () => {
    expect(await search('E11', { afterEndDate: '2024-09-29' })).toEqual(['E1165']);
    expect(await search('E11', { afterEndDate: '2024-09-30' })).toEqual([]);
    expect(await search('adrenalin', { afterEndDate: '9999-12-31' })).toEqual([]);
  });

  it('takes a code without an end date for active after every day', async () => {
    expect(await search('E11', { activeAfter: '2024-09-29' })).toEqual(['E11', 'E1165', 'E119']);
    expect(await search('E11', { activeAfter: '2024-09-30' })).toEqual(['E11', 'E119']);
    expect(await search('adrenalin', { activeAfter: '9999-12-31' })).toEqual(['J0171', 'A4220']);
    expect(await search('adrenalin', { activeAfter: '2000-01-01', afterStartDate: '1989-12-31' })).toEqual(['J0170', 'J0171']);
  });

  it.each([
    '" OR 1=1 --',
    "'; DROP TABLE code; --",
    'NEAR(knee right)',
    'knee AND',
    'words:knee',
    'knee*',
    '%',
    'a & !b',
    '<->',
    "knee':*",
    '\\',
    '{knee}',
    '^knee',
    'knee\0right',
  ])('takes %j for words and answers or refuses it', async (query) => {
    const outcome = await errorOf(query);
    if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'EDI_BAD_PARAMETER' });
    expect(await search('E119')).toEqual(['E119']);
  });

  it('takes wildcards for nothing', async () => {
    for (const query of ['J0%', '*J0', 'J0*', '?J0', '_J0']) expect(await search(query)).toEqual(['J0170', 'J0171']);
    expect(await search('J_171')).toEqual([]);
    expect(await search('%nee')).toEqual([]);
  });

  it('answers the longest query that is allowed', async () => {
    const words = Array.from({ length: 20 }, (_, i) => `w${i}`);
    expect(await search([...words.slice(1), 'knee'].join(' '))).toHaveLength(4);
    expect(await search(Array.from({ length: 50 }, (_, i) => (i === 49 ? 'E119' : `w${i}`)).join(','))).toEqual(['E119']);
  });
});
