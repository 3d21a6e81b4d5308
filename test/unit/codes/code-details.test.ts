import { CodeDetails } from '../../../src/codes/code-details';
import { selectTypes } from '../../../src/codes/code-type';
import type { ClaimSetting, CodeChoice, CodeDetail } from '../../../src/codes/code.types';
import type { ImportedRow } from '../../../src/codes/import/import.types';
import { codeRows, describeDatabases, diagnosis, drug, hcpcs, importRows } from '../../support/code-databases';

const TODAY = '2026-11-20';

const procedure = (code: string) => ({ type: 'PROCEDURE', code }) as const;

interface PairParts {
  readonly claimType?: ClaimSetting;
  readonly rationale?: string;
  readonly modifierAllowed?: boolean;
  readonly startDate?: string;
  readonly endDate?: string;
}

const pair = (code: string, partner: string, parts: PairParts = {}): ImportedRow => ({
  kind: 'pair',
  of: procedure(code),
  partner,
  claimType: 'PRACTITIONER',
  rationale: 'Misuse of column two code',
  modifierAllowed: true,
  startDate: '2020-01-01',
  ...parts,
});

const rbcs = (of: string, subType: string, code: string, desc: string): ImportedRow => ({
  kind: 'category',
  of: procedure(of),
  category: { type: 'RBCS_TAXONOMY', subType, code, desc },
});

const ROWS: readonly ImportedRow[] = [
  ...codeRows([
    hcpcs('36425', 'Vein access by cutdown', { subType: 'CPT', shortDesc: 'Cutdown', fullDesc: 'Cutdown of a vein', startDate: '1990-01-01' }),
    hcpcs('36000', 'Needle in vein', { subType: 'CPT' }),
    hcpcs('A100', 'A procedure'),
    diagnosis('A100', 'A diagnosis', { endDate: '2020-09-30' }),
    hcpcs('B100', 'Ended procedure', { subType: 'CDT', endDate: '2025-12-31' }),
    hcpcs('B100', 'Active procedure', { subType: 'ZZZ' }),
    hcpcs('C100', 'Ends today', { subType: 'CDT', endDate: TODAY }),
    hcpcs('C100', 'Later in the alphabet', { subType: 'ZZZ' }),
    hcpcs('D100', 'By name', { subType: 'ABC' }),
    hcpcs('D100', 'Preferred', { subType: 'HCPCS' }),
    { type: 'FACILITY_TYPE', subType: 'FACILITY_TYPE', code: '11', desc: 'Hospital inpatient' },
    { type: 'FACILITY_TYPE', subType: 'PLACE_OF_SERVICE', code: '11', desc: 'Office' },
    drug('0002-1434-81', 'Trulicity'),
    { type: 'UB04_CONDITION_CODE', subType: 'CONDITION', code: '70', desc: 'Anemia drug' },
    { type: 'UB04_VALUE_CODE', subType: 'VALUE', code: '71', desc: 'Funding' },
    { type: 'UB04_REVENUE_CODE', subType: 'REVENUE_CODE', code: '0821', desc: 'Hemodialysis' },
    { type: 'UB04_TYPE_OF_BILL', subType: 'TYPE_OF_BILL', code: '821', desc: 'Kidney clinic' },
    { type: 'UB04_TYPE_OF_BILL', subType: 'TYPE_OF_BILL', code: '83A', desc: 'Day surgery' },
  ]),
  rbcs('36425', 'RBCS_CATEGORY', 'P', 'Procedure'),
  rbcs('36425', 'RBCS_SUB_CATEGORY', 'PV', 'Vascular'),
  { kind: 'unit limit', of: procedure('36425'), claimType: 'PRACTITIONER', maxUnits: 2, rationale: 'Clinical: Data' },
  { kind: 'unit limit', of: procedure('36425'), claimType: 'HOSPITAL', maxUnits: 4, rationale: 'Clinical: CMS Workgroup' },
  { kind: 'age limit', of: procedure('36425'), minAge: 1, maxAge: 17 },
  { kind: 'age limit', of: procedure('36000'), minAge: 0 },
  { kind: 'age limit', of: { type: 'DIAGNOSIS', code: 'A100' }, maxAge: 5 },
  pair('36425', '36000'),
  pair('36425', '36000', { claimType: 'HOSPITAL' }),
  pair('A100', '36425', { rationale: 'More extensive procedure', modifierAllowed: false }),
  pair('36425', 'GONE', { endDate: '2026-11-19' }),
  pair('36425', 'LASTDAY', { endDate: TODAY }),
  pair('36000', 'B100'),
];

describeDatabases('code details', (store) => {
  beforeAll(async () => importRows(store(), ROWS));

  const find = async (code: string, choice?: CodeChoice): Promise<CodeDetail> => new CodeDetails(store(), () => TODAY).find(code, choice);
  const errorOf = async (code: string, choice?: CodeChoice): Promise<unknown> => find(code, choice).catch((error: unknown) => error);

  it('has the code with its categories and edits', async () => {
    expect(await find('36425')).toEqual({
      type: 'PROCEDURE',
      subType: 'CPT',
      code: '36425',
      desc: 'Vein access by cutdown',
      fullDesc: 'Cutdown of a vein',
      shortDesc: 'Cutdown',
      startDate: '1990-01-01',
      categories: [
        { type: 'RBCS_TAXONOMY', subType: 'RBCS_CATEGORY', code: 'P', desc: 'Procedure' },
        { type: 'RBCS_TAXONOMY', subType: 'RBCS_SUB_CATEGORY', code: 'PV', desc: 'Vascular' },
      ],
      edits: {
        checkTypes: ['MUE', 'MIN_AGE', 'MAX_AGE', 'PTP'],
        mueLimits: [
          { claimType: 'HOSPITAL', maxUnits: 4, rationale: 'Clinical: CMS Workgroup' },
          { claimType: 'PRACTITIONER', maxUnits: 2, rationale: 'Clinical: Data' },
        ],
        minAge: 1,
        maxAge: 17,
        disallowedCodes: [
          { code: '36000', rationale: 'Misuse of column two code', claimTypes: ['HOSPITAL', 'PRACTITIONER'], modifierAllowed: true },
          { code: 'A100', rationale: 'More extensive procedure', claimTypes: ['PRACTITIONER'], modifierAllowed: false },
          { code: 'LASTDAY', rationale: 'Misuse of column two code', claimTypes: ['PRACTITIONER'], modifierAllowed: true },
        ],
      },
    });
  });

  it('has neither categories nor edits for a code without', async () => {
    expect(await find('70')).toEqual({ type: 'UB04_CONDITION_CODE', subType: 'CONDITION', code: '70', desc: 'Anemia drug' });
  });

  it('has the partners of both columns of a pair', async () => {
    expect((await find('36000')).edits).toEqual({
      checkTypes: ['MIN_AGE', 'PTP'],
      minAge: 0,
      disallowedCodes: [
        { code: '36425', rationale: 'Misuse of column two code', claimTypes: ['HOSPITAL', 'PRACTITIONER'], modifierAllowed: true },
        { code: 'B100', rationale: 'Misuse of column two code', claimTypes: ['PRACTITIONER'], modifierAllowed: true },
      ],
    });
  });

  it('has the edits of its own type alone', async () => {
    expect((await find('A100', { types: ['DIAGNOSIS'] })).edits).toEqual({ checkTypes: ['MAX_AGE'], maxAge: 5 });
    expect((await find('A100', { types: ['PROCEDURE'] })).edits?.checkTypes).toEqual(['PTP']);
  });

  it('leaves out pairs that were deleted before today', async () => {
    const codes = async (today: string) => {
      const { edits } = await new CodeDetails(store(), () => today).find('36425');
      return edits?.disallowedCodes?.map(({ code }) => code);
    };
    expect(await codes('2026-11-19')).toEqual(['36000', 'A100', 'GONE', 'LASTDAY']);
    expect(await codes('2026-11-21')).toEqual(['36000', 'A100']);
  });

  it('leaves out pairs that are not in force yet', async () => {
    const { edits } = await new CodeDetails(store(), () => '2019-12-31').find('36425');
    expect(edits?.checkTypes).not.toContain('PTP');
  });

  it.each(['a-100', ' A.100 ', 'a100'])('finds %j whatever its dots, hyphens and case', async (code) => {
    expect(await find(code, { types: ['DIAGNOSIS'] })).toMatchObject({ code: 'A100', desc: 'A diagnosis' });
  });

  it.each(['0002-1434-81', '0002143481', '00002143481'])('finds a drug by %s', async (code) => {
    expect(await find(code)).toMatchObject({ code: '0002-1434-81' });
  });

  it('asks for the type of a code of several types, and lists them', async () => {
    expect(await errorOf('A100')).toMatchObject({
      code: 'EDI_CODE_AMBIGUOUS',
      status: 400,
      message: 'The code is in several code sets. Say which one is meant: type=DIAGNOSIS, type=PROCEDURE.',
    });
    expect(await errorOf('A100', { types: ['DRG', 'PROCEDURE', 'DIAGNOSIS'] })).toMatchObject({ code: 'EDI_CODE_AMBIGUOUS' });
  });

  it('takes the code of the type, or of the sub type', async () => {
    expect(await find('A100', { types: ['PROCEDURE'] })).toMatchObject({ desc: 'A procedure' });
    expect(await find('A100', { subType: 'icd_10' })).toMatchObject({ desc: 'A diagnosis' });
    expect(await find('11', { types: ['FACILITY_TYPE'], subType: 'FACILITY_TYPE' })).toMatchObject({ desc: 'Hospital inpatient' });
  });

  it('finds types of bill and revenue codes with a leading zero or without, where no list has the code', async () => {
    expect(await find('0821')).toMatchObject({ desc: 'Hemodialysis' });
    expect(await find('0821', { types: ['UB04_TYPE_OF_BILL'] })).toMatchObject({ code: '821', desc: 'Kidney clinic' });
    expect(await find('0821', { subType: 'type_of_bill' })).toMatchObject({ code: '821' });
    expect(await find('821', { types: ['UB04_REVENUE_CODE'] })).toMatchObject({ code: '0821' });
    expect(await find('083A')).toMatchObject({ desc: 'Day surgery' });
    expect(await errorOf('0831')).toMatchObject({ code: 'EDI_CODE_NOT_FOUND' });
  });

  it('takes the better known of two lists of one type', async () => {
    expect(await find('11')).toMatchObject({ desc: 'Office' });
    expect(await find('D100')).toMatchObject({ desc: 'Preferred' });
  });

  it('takes an active code before an ended one, and one that ends today for active', async () => {
    expect(await find('B100')).toMatchObject({ desc: 'Active procedure' });
    expect(await find('C100')).toMatchObject({ desc: 'Ends today' });
  });

  it('finds codes of all UB-04 types for UB_CODE', async () => {
    const types = selectTypes('UB_CODE');
    expect(await find('70', { types })).toMatchObject({ type: 'UB04_CONDITION_CODE' });
    expect(await find('71', { types })).toMatchObject({ type: 'UB04_VALUE_CODE' });
  });

  it.each(['nothing', '', '-', '%', '_____', "' OR '1'='1", '\0', 'é'.repeat(500)])('knows no code %j', async (code) => {
    expect(await errorOf(code)).toMatchObject({ code: 'EDI_CODE_NOT_FOUND', status: 404, message: expect.stringContaining('import the set') });
  });

  it('says which type does not have the code, and does not repeat the code', async () => {
    const error = await errorOf('SECRET', { types: ['DRG'] });
    expect(error).toMatchObject({ code: 'EDI_CODE_NOT_FOUND', message: expect.stringContaining('DRG') });
    expect(String(error)).not.toContain('SECRET');
    expect(await errorOf('36425', { types: ['DRUG'] })).toMatchObject({ code: 'EDI_CODE_NOT_FOUND' });
    expect(await errorOf('36425', { subType: 'HCPCS' })).toMatchObject({ code: 'EDI_CODE_NOT_FOUND' });
    expect(await errorOf('36425', { subType: 'CPT\0' })).toMatchObject({ code: 'EDI_CODE_NOT_FOUND' });
  });
});
