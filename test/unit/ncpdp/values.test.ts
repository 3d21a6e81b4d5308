import { readOne, requestHeader, telecom, writeTelecom } from '../../support/telecom';
import { asRecord } from '../../support/conversion';

/** A segment of a request, as JSON. */
async function segmentOf(text: string, key: string, options = {}): Promise<unknown> {
  return (await readOne(telecom(`${requestHeader()}#${text}`), options))[key];
}

describe('values', () => {
  it.each([
    ['0000057A', 5.71],
    ['0000057J', -5.71],
    ['0000050{', 5],
    ['0000050}', -5],
    ['00000000', 0],
    ['57A', 5.71],
    ['A', 0.01],
    ['9999999I', 999999.99],
    ['5.71', '5.71'],
    ['ABC', 'ABC'],
    ['1234567890123456', '1234567890123456'],
  ])('of amounts carry the sign in their last digit: %s', async (text, value) => {
    expect(await segmentOf(`>|AM11|D9${text}`, 'pricing')).toEqual({ segment_id: 'AM11', ingredient_cost_submitted: value });
  });

  it('have a sign for every digit', async () => {
    const values = await Promise.all([...'{ABCDEFGHI}JKLMNOPQR'].map(async (char) => segmentOf(`>|AM11|D91${char}`, 'pricing')));
    const digits = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((number) => number / 100);
    const expected = [...digits, ...digits.map((number) => -number)];
    expect(values).toEqual(expected.map((value) => ({ segment_id: 'AM11', ingredient_cost_submitted: value })));
  });

  it.each([
    ['E70000030000', { quantity_dispensed: 30 }],
    ['E70000007505', { quantity_dispensed: 7.505 }],
    ['E75', { quantity_dispensed: 0.005 }],
    ['E70050', { quantity_dispensed: 0.05 }],
    ['E7000', { quantity_dispensed: 0 }],
    ['D5030', { days_supply: 30 }],
    ['D300', { fill_number: '00' }],
    ['DE20260229', { date_prescription_written: '20260229' }],
    ['DE20240229', { date_prescription_written: '2024-02-29' }],
    ['D8', {}],
    ['CWA "B"\\C', { alternate_id: 'A "B"\\C' }],
    ['CWJos\u00e9', { alternate_id: 'Jos\u00e9' }],
    ['ZZ1', { ZZ: '1' }],
    ['DBX', { prescriber_id: 'X' }],
    ['E103', { product_service_id_qualifier: { code: 'N4', desc: 'Drug Info - NDC' } }],
    ['E109', { product_service_id_qualifier: { code: '09', desc: 'HCPCS' } }],
    ['E1X9', { product_service_id_qualifier: { code: 'X9' } }],
    ['E1N4', { product_service_id_qualifier: 'N4' }],
  ])('of a claim read as the dictionary says: %s', async (text, members) => {
    expect(await segmentOf(`>|AM07|${text}`, 'claim')).toEqual({ segment_id: 'AM07', ...members });
  });

  it('in Latin-1 are no broken UTF-8', async () => {
    const text = telecom(`${requestHeader()}#>|AM07|CWJos`);
    expect(await readOne(Buffer.concat([Buffer.from(text), Buffer.from([0xe9])]))).toMatchObject({ claim: { alternate_id: 'Jos\u00e9' } });
  });

  it('leave descriptions out when they are off', async () => {
    expect(await segmentOf('>|AM01|C52', 'patient', { descriptions: false })).toEqual({ segment_id: 'AM01', patient_gender_code: { code: 'F' } });
  });
});

describe('groups', () => {
  it('are arrays of items, nested ones inside their item', async () => {
    const cob = '>|AM05|4C2|5C01|6C03|HB2|HC07|DV0000100{|HC08|DV0000050}|5E1|6E75|5C02|E820260101|NR1|NP06|NQ000000100{';
    expect(await segmentOf(cob, 'coordination_of_benefits')).toEqual({
      segment_id: 'AM05',
      coordination_of_benefits_other_payments_count: 2,
      other_payers: [
        {
          other_payer_coverage_type: '01',
          other_payer_id_qualifier: '03',
          other_payer_amount_paid_count: 2,
          other_payer_amounts_paid: [
            { other_payer_amount_paid_qualifier: '07', other_payer_amount_paid: 10 },
            { other_payer_amount_paid_qualifier: '08', other_payer_amount_paid: -5 },
          ],
          other_payer_reject_count: 1,
          other_payer_rejects: [{ other_payer_reject_code: '75' }],
        },
        {
          other_payer_coverage_type: '02',
          other_payer_date: '2026-01-01',
          other_payer_patient_responsibility_amount_count: 1,
          other_payer_patient_responsibility_amounts: [
            { other_payer_patient_responsibility_amount_qualifier: '06', other_payer_patient_responsibility_amount: 10 },
          ],
        },
      ],
    });
  });

  it('begin a new item with their first field, also where the item before has none', async () => {
    expect(await segmentOf('>|AM11|H90000100{|H801|H90000200{', 'pricing')).toMatchObject({
      other_amounts_claimed: [{ other_amount_claimed_submitted: 10 }, { other_amount_claimed_submitted_qualifier: '01', other_amount_claimed_submitted: 20 }],
    });
  });

  it('begin a new item where a field comes again', async () => {
    expect(await segmentOf('>|AM05|4C1|DV0000100{|DV0000200{', 'coordination_of_benefits')).toMatchObject({
      other_payers: [{ other_payer_amounts_paid: [{ other_payer_amount_paid: 10 }, { other_payer_amount_paid: 20 }] }],
    });
  });

  it('and fields and segments that come again out of order lose nothing', async () => {
    const record = await readOne(telecom(`${requestHeader()}#>|AM11|H71|H801|H90000100{|D90000100{|H802|D90000200{>|AM11|DU0000300{`));
    expect(record['pricing']).toMatchObject({
      other_amounts_claimed: [{ other_amount_claimed_submitted_qualifier: '01' }],
      ingredient_cost_submitted: 10,
      other_amounts_claimed_2: [{ other_amount_claimed_submitted_qualifier: '02' }],
      ingredient_cost_submitted_2: 20,
    });
    expect(record['pricing_2']).toEqual({ segment_id: 'AM11', gross_amount_due: 30 });
    const again = asRecord(await readOne((await writeTelecom({ transactions: [record] })).text));
    expect(again).toEqual(record);
  });

  it('and segments of others keep their ids', async () => {
    const record = await readOne(telecom(`${requestHeader()}#>|AM99|C2A|ZZB>|AMXX|Q1C>|D9LOOSE`));
    expect(record).toMatchObject({ AM99: { segment_id: 'AM99', C2: 'A', ZZ: 'B' }, AMXX: { Q1: 'C' }, unidentified_segment: { D9: 'LOOSE' } });
    const { text } = await writeTelecom({ transactions: [{ ...record, claim: { segment_id: 'AM07' } }] });
    expect(text).toContain(telecom('>|AM99|C2A|ZZB>|AMXX|Q1C>|D9LOOSE'));
  });
});
