import { drug, procedure, revenueCode } from '../../../plugins/vocabulary';
import { mapped } from '../../support/mapped';

const fields = { drug: drug('SVC01'), procedure: procedure('SVC01'), revenueCode: revenueCode('SVC01', 'SVC04') };

const line = (svc: string) => mapped(fields, ['CLP*A*1', svc], { unit: '2110' });

describe('the product of a service line', () => {
  it.each(['99213', '00100', '0001F', '0075T', '0001a'])('is a CPT procedure for HC and %s: four digits and a digit or letter', async (code) => {
    expect(await line(`SVC*HC:${code}*1*1`)).toEqual({ procedure: { subType: 'CPT', code } });
  });

  it.each(['J1885', 'A0428', '9921', '992134', '99-13', 'X'])('is a HCPCS procedure for HC and any other code: %s', async (code) => {
    expect(await line(`SVC*HC:${code}*1*1`)).toEqual({ procedure: { subType: 'HCPCS', code } });
  });

  it.each([
    ['AD', 'procedure', 'ADA', 'D0120'],
    ['ER', 'procedure', 'JURISDICTION_SPECIFIC', 'W1234'],
    ['HP', 'procedure', 'HIPPS', '1AFKS'],
    ['IV', 'procedure', 'HIEC', 'S5498'],
    ['WK', 'procedure', 'ABC', 'AAAAA'],
    ['N4', 'drug', 'NDC', '00002771501'],
    ['N6', 'drug', 'NHRIC', '12345678901'],
    ['EN', 'drug', 'EAN_UCC_13', '1234567890123'],
    ['EO', 'drug', 'EAN_UCC_8', '12345678'],
    ['UI', 'drug', 'UPC', '12345678901'],
    ['HI', 'drug', 'HIBC', 'A123'],
    ['ON', 'drug', 'CUSTOMER_ORDER_NUMBER', '1'],
    ['UK', 'drug', 'GTIN_14', '12345678901234'],
    ['ID', 'procedure', 'ICD_9_PCS', '3601'],
    ['ZZ', 'procedure', 'MUTUALLY_DEFINED', '99213'],
    ['RB', 'revenueCode', 'UB82_REVENUE_CODE', '450'],
    ['NU', 'revenueCode', 'REVENUE_CODE', '0450'],
  ])('is for the qualifier %s a %s of the list %s', async (qualifier, key, subType, code) => {
    expect(await line(`SVC*${qualifier}:${code}*1*1`)).toEqual({ [key]: { subType, code } });
  });

  it.each([
    ['UP', 'drug', 'UPC'],
    ['N1', 'drug', 'NDC'],
    ['NH', 'drug', 'NHRIC'],
    ['CJ', 'procedure', 'CPT'],
  ])('shows the qualifier %s of a %s that its list %s alone does not lead back to', async (qualifierCode, key, subType) => {
    expect(await line(`SVC*${qualifierCode}:12345*1*1`)).toEqual({ [key]: { subType, qualifierCode, code: '12345' } });
  });

  it.each(['XX', 'hc', 'LONGER'])('is a procedure of another list for the unknown qualifier %j, which stands beside the code', async (qualifierCode) => {
    expect(await line(`SVC*${qualifierCode}:99213:25*1*1`)).toEqual({
      procedure: { subType: 'OTHER', qualifierCode, code: '99213', modifiers: [{ subType: 'HCPCS_MODIFIER', code: '25' }] },
    });
  });

  it('is a procedure of HCPCS without qualifier', async () => {
    expect(await line('SVC*:99213*1*1')).toEqual({ procedure: { subType: 'CPT', code: '99213' } });
  });

  it('has up to four modifiers, empty ones left out', async () => {
    const modifier = (code: string) => ({ subType: 'HCPCS_MODIFIER', code });
    expect(await line('SVC*HC:99213:25:59:RT:LT:DESCRIPTION*1*1')).toEqual({
      procedure: { subType: 'CPT', code: '99213', modifiers: [modifier('25'), modifier('59'), modifier('RT'), modifier('LT')] },
    });
    expect(await line('SVC*HC:99213::59*1*1')).toEqual({ procedure: { subType: 'CPT', code: '99213', modifiers: [modifier('59')] } });
    expect(await line('SVC*HC:99213:::::TEXT*1*1')).toEqual({ procedure: { subType: 'CPT', code: '99213' } });
  });

  it('has modifiers for procedures only', async () => {
    expect(await line('SVC*N4:00002771501:25*1*1')).toEqual({ drug: { subType: 'NDC', code: '00002771501' } });
  });

  it.each(['SVC**1*1', 'SVC*HC*1*1', 'SVC*HC:*1*1', 'SVC*HC::25*1*1', 'SVC*N4*1*1'])('is absent without a code: %s', async (svc) => {
    expect(await line(svc)).toEqual({});
  });

  it('has a revenue code of its own beside a procedure', async () => {
    expect(await line('SVC*HC:99213*1*1*0510')).toEqual({
      procedure: { subType: 'CPT', code: '99213' },
      revenueCode: { subType: 'REVENUE_CODE', code: '0510' },
    });
  });

  it('prefers the revenue code of SVC01 to that of SVC04', async () => {
    expect(await line('SVC*NU:0450*1*1*0510')).toEqual({ revenueCode: { subType: 'REVENUE_CODE', code: '0450' } });
  });

  it('keeps text that JSON must escape', async () => {
    expect(await line('SVC*HC:A"\\1:"5*1*1')).toEqual({
      procedure: { subType: 'HCPCS', code: 'A"\\1', modifiers: [{ subType: 'HCPCS_MODIFIER', code: '"5' }] },
    });
  });
});
