import { payment } from '../../../plugins/x12-835/payment';
import { mapped } from '../../support/mapped';

const { facilityCode, placeOfServiceType } = payment.fields;

/** What a claim with a facility code says, without fields of other kinds. */
async function facilityOf(code: string, ...others: readonly string[]): Promise<unknown> {
  if (facilityCode === undefined || placeOfServiceType === undefined) throw new Error('Payment has no facility code.');
  return mapped({ facilityCode, placeOfServiceType }, [`CLP*A*1*1*1*0*12*X*${code}*1`, ...others]);
}

describe('the facility code of a payment', () => {
  it.each([
    ['11', 'OFFICE'],
    ['12', 'HOME'],
    ['02', 'TELE'],
    ['22', 'OUTPATIENT'],
    ['21', 'INPATIENT'],
    ['23', 'EMERGENCY'],
    ['41', 'OTHER'],
    ['99', 'OTHER'],
    ['XX', 'OTHER'],
  ])('is a place of service: %s is %s', async (code, placeOfServiceType) => {
    expect(await facilityOf(code)).toEqual({ facilityCode: { subType: 'PLACE_OF_SERVICE', code }, placeOfServiceType });
  });

  it.each([
    ['11', 'INPATIENT'],
    ['13', 'OUTPATIENT'],
    ['14', 'OUTPATIENT'],
    ['21', 'SNF'],
    ['81', 'HOSPICE'],
    ['99', 'OTHER'],
  ])('is a facility type on a claim with a revenue code: %s is %s', async (code, placeOfServiceType) => {
    for (const svc of ['SVC*HC:99213*1*1*0450', 'SVC*NU:0450*1*1']) {
      expect(await facilityOf(code, 'SVC*HC:99213*1*1', svc)).toEqual({ facilityCode: { subType: 'FACILITY_TYPE', code }, placeOfServiceType });
    }
  });

  it('is a facility type on a claim with a DRG', async () => {
    expect(await facilityOf('11*1**470')).toEqual({ facilityCode: { subType: 'FACILITY_TYPE', code: '11' }, placeOfServiceType: 'INPATIENT' });
  });

  it('is not a facility type because of statement dates', async () => {
    expect(await facilityOf('11', 'DTM*232*20250101')).toMatchObject({ placeOfServiceType: 'OFFICE' });
  });

  it('is absent without CLP08', async () => {
    expect(await facilityOf('')).toEqual({});
  });
});
