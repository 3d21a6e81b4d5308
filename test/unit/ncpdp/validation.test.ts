import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { telecomRules } from '../../../plugins/ncpdp/rules';
import { CLAIM, INSURANCE, issuesOf, readOne, requestHeader, telecom } from '../../support/telecom';

/** What a finding has to say: its rule, and some of its members. */
type Expected = Readonly<Record<string, unknown>> & { readonly ruleId: string };

const request = (segments: string, header = requestHeader()): string => telecom(`${header}${segments}`);
const pricing = (fields: string): string => request(`${INSURANCE}#${CLAIM}${fields}`);

const cases: readonly (readonly [string, string, Expected])[] = [
  [
    'a transaction count that differs',
    request(`${INSURANCE}#${CLAIM}`, requestHeader({ count: 2 })),
    { ruleId: 'ncpdp-count', issueType: 'CONTROL', element: 'A9', rejectCode: '1U' },
  ],
  ['a count of a group that differs', pricing('|H73|H801|H90000100{'), { ruleId: 'ncpdp-count', element: 'H7', rejectCode: 'R1', value: '3' }],
  ['a batch without trailer', telecom(`[00T${'S'.padEnd(24)}0000001202601160630T12${'R'.padEnd(24)}]`), { ruleId: 'ncpdp-batch', segment: '00' }],
  [
    'a short header',
    request(`${INSURANCE}#${CLAIM}`, requestHeader().slice(0, 40)),
    { ruleId: 'ncpdp-header', length: 56, actualLength: 40, rejectCode: 'PS' },
  ],
  [
    'an old version',
    request(`${INSURANCE}#${CLAIM}`, requestHeader({ version: '3A' })),
    { ruleId: 'ncpdp-version', value: '3A', rejectCode: '1R', allowedValues: ['51', 'D0'] },
  ],
  ['an unknown transaction', request(INSURANCE, requestHeader({ code: 'Q7' })), { ruleId: 'ncpdp-transaction', value: 'Q7', rejectCode: '1S' }],
  [
    'a transaction that 5.1 lacks',
    request(`${INSURANCE}#${CLAIM}`, requestHeader({ code: 'S1', version: '51' })),
    { ruleId: 'ncpdp-transaction', value: 'S1' },
  ],
  [
    'too many transactions',
    request(`${INSURANCE}${`#${CLAIM}`.repeat(5)}`, requestHeader({ count: 5 })),
    { ruleId: 'ncpdp-transactions', maxNumberOfItems: 4, actualNumberOfItems: 5, rejectCode: 'PB' },
  ],
  ['a segment of others', pricing('>|AM99|Q1A'), { ruleId: 'ncpdp-segment-unknown', segment: 'AM99', rejectCode: 'AM' }],
  ['a segment without id', pricing('>|D9A'), { ruleId: 'ncpdp-segment-unknown', message: 'A segment comes without its id' }],
  [
    'a segment of responses',
    pricing('>|AM21|ANP'),
    { ruleId: 'ncpdp-segment-not-allowed', message: 'Segment AM21 (response_status) is part of responses only' },
  ],
  [
    'a segment of another transaction',
    request(`${INSURANCE}#>|AM07|EM1|D2000000000001|E103|D71>|AM13|VE1|WE01|DOA`, requestHeader({ code: 'B2' })),
    { ruleId: 'ncpdp-segment-not-allowed', segment: 'AM13', rejectCode: 'PD' },
  ],
  [
    'a segment that 5.1 lacks',
    request(`${INSURANCE}#${CLAIM}>|AM16|BMTEXT`, requestHeader({ version: '51' })),
    { ruleId: 'ncpdp-segment-not-allowed', segment: 'AM16' },
  ],
  ['a segment before its separator', request(`${INSURANCE}${CLAIM}`), { ruleId: 'ncpdp-segment-not-allowed', segment: 'AM07', rejectCode: 'PC' }],
  [
    'a missing segment',
    request(`${INSURANCE}#>|AM07|EM1|D2000000000001|E103|D71`),
    { ruleId: 'ncpdp-segment-required', fieldName: 'pricing', segment: 'AM07', rejectCode: 'PP' },
  ],
  ['a missing shared segment', request(`#${CLAIM}`), { ruleId: 'ncpdp-segment-required', fieldName: 'insurance', rejectCode: 'PJ' }],
  ['a segment that comes twice', pricing('>|AM11|DQ0000100{'), { ruleId: 'ncpdp-segment-repeated', segment: 'AM11', rejectCode: 'R7' }],
  ['an unknown field', pricing('|QQ1'), { ruleId: 'ncpdp-field-unknown', element: 'QQ', rejectCode: 'R8' }],
  ['a field of another segment', pricing('|C2X'), { ruleId: 'ncpdp-field-not-allowed', element: 'C2', fieldName: 'cardholder_id', rejectCode: '07' }],
  ['a field that 5.1 lacks', request(`${INSURANCE}|MG610000#${CLAIM}`, requestHeader({ version: '51' })), { ruleId: 'ncpdp-field-not-allowed', element: 'MG' }],
  [
    'a field of 5.1 alone',
    request(`${INSURANCE}#${CLAIM}>|AM10|EF01|EG1|EC02|EH1|RE03|TE1|ED0000001000|RE03|TE2|ED0000001000`),
    { ruleId: 'ncpdp-field-not-allowed', element: 'EH' },
  ],
  ['a missing field', request(`>|AM04|C1GROUP#${CLAIM}`), { ruleId: 'ncpdp-field-required', element: 'C2', rejectCode: '07' }],
  [
    'a missing field of the header',
    request(`${INSURANCE}#${CLAIM}`, requestHeader({ date: '        ' })),
    { ruleId: 'ncpdp-field-required', element: 'D1', segment: 'header', rejectCode: '15' },
  ],
  ['a missing count', pricing('|H801|H90000100{'), { ruleId: 'ncpdp-field-required', element: 'H7' }],
  ['a group that is missing', pricing('>|AM05|4C1'), { ruleId: 'ncpdp-field-required', element: '5C', rejectCode: '5C' }],
  ['a field that comes twice', pricing('|DQ0000200{'), { ruleId: 'ncpdp-field-repeated', element: 'DQ', rejectCode: 'P9' }],
  ['a mandatory field behind', request(`>|AM04|C1GROUP|C2ID#${CLAIM}`), { ruleId: 'ncpdp-field-order', element: 'C2', rejectCode: 'RU' }],
  ['a long value', pricing('|DN001'), { ruleId: 'ncpdp-field-too-long', element: 'DN', length: 2, actualLength: 3, rejectCode: '38' }],
  [
    'a value that 5.1 has shorter',
    request(`${INSURANCE}#${CLAIM}`, requestHeader({ version: '51' })),
    { ruleId: 'ncpdp-field-too-long', element: 'D2', length: 7, actualLength: 12 },
  ],
  ['an amount that is none', pricing('|D912.50'), { ruleId: 'ncpdp-field-type', element: 'D9', dataType: 'DECIMAL', rejectCode: '23' }],
  [
    'a day that is none',
    request(`${INSURANCE}#${CLAIM}`, requestHeader({ date: '20260230' })),
    { ruleId: 'ncpdp-field-type', element: 'D1', dataType: 'DATE', rejectCode: '15' },
  ],
  ['a long group', pricing(`|H74${'|H801|H90000100{'.repeat(4)}`), { ruleId: 'ncpdp-group-too-long', maxNumberOfItems: 3, actualNumberOfItems: 4 }],
  [
    'a wrong code',
    request(`${INSURANCE}>|AM01|C58#${CLAIM}`),
    { ruleId: 'ncpdp-code', element: 'C5', value: '8', rejectCode: '10', allowedValues: ['0', '1', '2', '3'] },
  ],
  ['a code that no public table has', request(`${INSURANCE}|C99#${CLAIM}`), { ruleId: 'ncpdp-code-unchecked', element: 'C9', value: '9', snipLevel: 7 }],
];

describe('validation', () => {
  it.each(cases)('tells of %s', async (_what, text, expected) => {
    const issues = await issuesOf(text);
    expect(issues.filter(({ ruleId }) => ruleId === expected.ruleId)).toContainEqual(expect.objectContaining(expected));
  });

  it('has a case for every rule, and finds nothing in good text', async () => {
    expect(new Set(cases.map(([, , { ruleId }]) => ruleId))).toEqual(new Set(telecomRules.map(({ id }) => id)));
    expect(await issuesOf(request(`${INSURANCE}#${CLAIM}`))).toEqual([]);
  });

  it('shows place, text and object of what is wrong', async () => {
    const [issue] = await issuesOf(telecom(`${requestHeader()}\r\n${INSURANCE}\r\n#\r\n${CLAIM}|DNX1`), '7');
    expect(issue).toEqual({
      objectType: 'VALIDATION',
      issueType: 'VALUE_NOT_IN_ENUM_LIST',
      issueObjectClass: 'pricing',
      fieldName: 'basis_of_cost_determination',
      sourceLocation: { fileName: 'claims.txt', lineNumber: 4, segmentNumber: 4 },
      segment: 'AM11',
      element: 'DN',
      value: 'X1',
      ediString: 'AM11\u241cDQ0000100{\u241cDNX1',
      message: "Value 'X1' is not in the allowed values list",
      allowedValues: expect.arrayContaining(['01']),
      rejectCode: '38',
      ruleId: 'ncpdp-code-unchecked',
      snipLevel: 7,
    });
  });

  it('accepts codes without their leading zeros', async () => {
    expect(await issuesOf(request(`${INSURANCE}>|AM01|4X01|C71#${CLAIM}`))).toEqual([]);
  });

  it('tells of shared segments once, with the first transaction', async () => {
    const issues = await issuesOf(request(`${INSURANCE}|QQ1#${CLAIM}#${CLAIM}`, requestHeader({ count: 2 })));
    expect(issues).toHaveLength(1);
  });

  it('stands inside its record when a file is converted', async () => {
    const record = await readOne(pricing('|QQ1'), { validate: true });
    expect(record['validationIssues']).toMatchObject([{ issueType: 'INVALID', element: 'QQ' }]);
    expect(Object.keys(record)).toEqual(['transaction_header', 'insurance', 'claim', 'pricing', 'validationIssues']);
  });

  it('can be chosen by level and by rule', async () => {
    expect(await issuesOf(pricing('|DN001'), '2')).toEqual([]);
    expect(await issuesOf(pricing('|DN001'), '1')).toHaveLength(1);
  });

  it.each(['ncpdp-claim.txt', 'ncpdp-response.txt', 'ncpdp-batch.txt', 'ncpdp-visible.txt'])('finds nothing in %s', async (name) => {
    expect(await issuesOf(readFileSync(join(__dirname, '../../../samples', name)))).toEqual([]);
  });
});
