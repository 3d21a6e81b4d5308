import { drugOf, procedureOf } from '../../../src/plugin';
import { jsonOf, mapped } from '../../support/mapped';

const fields = { drug: drugOf(1, 'CLP02'), procedure: procedureOf(1, 'CLP02') };
const of = (qualifier: string, code: string) => mapped(fields, [`CLP*${qualifier}*${code}`]);

describe('a product whose qualifier and code are elements', () => {
  it.each([
    ['N4', '00002771501', { drug: { subType: 'NDC', code: '00002771501' } }],
    ['EN', '1234567890123', { drug: { subType: 'EAN_UCC_13', code: '1234567890123' } }],
    ['UP', '1', { drug: { subType: 'UPC', code: '1' } }],
    ['HC', '99213', { procedure: { subType: 'CPT', code: '99213' } }],
    ['HC', 'J1885', { procedure: { subType: 'HCPCS', code: 'J1885' } }],
    ['AD', 'D0120', { procedure: { subType: 'ADA', code: 'D0120' } }],
    ['HP', 'X', { procedure: { subType: 'HIPPS', code: 'X' } }],
    ['NU', '0450', {}],
    ['ZZ', '99213', {}],
    ['', '99213', {}],
    ['N4', '', {}],
    ['n4', '1', {}],
  ])('is for %j and %j %j', async (qualifier, code, expected) => {
    expect(await of(qualifier, code)).toEqual(expected);
  });

  it('is absent without its segment', async () => {
    expect(await jsonOf(drugOf(1, 'REF[EA]02'), ['CLP*A*1'])).toBeUndefined();
  });
});
