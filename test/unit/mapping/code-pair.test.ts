import { each } from '../../../src/plugin';
import { drugOf, industryCodeOf, procedureOf } from '../../../plugins/vocabulary';
import { jsonOf, mapped } from '../../support/mapped';

const fields = { drug: drugOf('01', 'CLP02'), procedure: procedureOf('01', 'CLP02') };
const of = (qualifier: string, code: string) => mapped(fields, [`CLP*${qualifier}*${code}`]);

const OTHER = { subType: 'OTHER', qualifierCode: 'n4', code: '1' };

describe('a product whose qualifier and code are elements', () => {
  it.each([
    ['N4', '00002771501', { drug: { subType: 'NDC', code: '00002771501' } }],
    ['EN', '1234567890123', { drug: { subType: 'EAN_UCC_13', code: '1234567890123' } }],
    ['UI', '1', { drug: { subType: 'UPC', code: '1' } }],
    ['UP', '1', { drug: { subType: 'UPC', qualifierCode: 'UP', code: '1' } }],
    ['HC', '99213', { procedure: { subType: 'CPT', code: '99213' } }],
    ['HC', 'J1885', { procedure: { subType: 'HCPCS', code: 'J1885' } }],
    ['AD', 'D0120', { procedure: { subType: 'ADA', code: 'D0120' } }],
    ['HP', 'X', { procedure: { subType: 'HIPPS', code: 'X' } }],
    ['NU', '0450', {}],
    ['ZZ', '99213', { procedure: { subType: 'MUTUALLY_DEFINED', code: '99213' } }],
    ['', '99213', { procedure: { subType: 'CPT', code: '99213' } }],
    ['N4', '', {}],
    ['n4', '1', { drug: OTHER, procedure: OTHER }],
  ])('is for %j and %j %j', async (qualifier, code, expected) => {
    expect(await of(qualifier, code)).toEqual(expected);
  });

  it('is absent without its segment', async () => {
    expect(await jsonOf(drugOf('01', 'REF[EA]02'), ['CLP*A*1'])).toBeUndefined();
  });
});

describe('an industry code whose qualifier is an element', () => {
  const remarks = (...segments: readonly string[]) =>
    mapped({ remarks: each('LQ', industryCodeOf('01', '02', 'HE')) }, ['CLP*A*1', 'SVC*HC:99213*1*1', ...segments], { unit: '2110' });

  it.each([
    ['HE', { subType: 'RARC', code: '65' }],
    ['', { subType: 'RARC', code: '65' }],
    ['RX', { subType: 'NCPDP_REJECT_CODE', code: '65' }],
    ['UT', { subType: 'CMN_FORM', code: '65' }],
    ['QQ', { subType: 'OTHER', qualifierCode: 'QQ', code: '65' }],
    ['Q"QQQ', { subType: 'OTHER', qualifierCode: 'Q"QQQ', code: '65' }],
  ])('is for %j from the list that the qualifier names', async (qualifier, expected) => {
    expect(await remarks(`LQ*${qualifier}*65`)).toEqual({ remarks: [expected] });
  });

  it('is absent without a code', async () => {
    expect(await remarks('LQ*RX')).toEqual({});
  });
});
