import { EdiError } from '../../../src/common/edi-error';
import { ediErrorOf } from '../../support/conversion';
import { readTelecom, requestHeader, shown, writeTelecom } from '../../support/telecom';

const header = {
  bin_number: 610066,
  version_release_number: 'D0',
  transaction_code: 'B1',
  process_or_control_number: 'PCN',
  transaction_count: '1',
  service_provider_id_qualifier: '01',
  service_provider_id: '2999999992',
  date_of_service: '2026-01-15',
  software_vendor_certification_id: 'CERT',
};
const claim = {
  prescription_service_reference_number_qualifier: '1',
  prescription_service_reference_number: '000000000001',
  product_service_id_qualifier: { code: 'N4', desc: 'Drug Info - NDC' },
  product_service_id: '99999000101',
};

/** What a header begins with. */
const HEADER = '610066D0B1';

const write = async (...records: readonly object[]): Promise<string> => shown((await writeTelecom({ transactions: records }, { validate: false })).text);

describe('generation', () => {
  it('writes the header at its positions, and segments behind it', async () => {
    const text = await write({ transaction_header: header, insurance: { cardholder_id: 'MEMBER1' }, claim, pricing: { usual_and_customary_charge: 10 } });
    expect(text).toBe(`${requestHeader()}>|AM04|C2MEMBER1#>|AM07|EM1|D2000000000001|E103|D799999000101>|AM11|DQ0000100{`);
  });

  it('puts shared segments, mandatory fields and counts where they belong', async () => {
    const text = await write({
      transaction_header: header,
      pricing: { other_amounts_claimed: [{ other_amount_claimed_submitted: 1, other_amount_claimed_submitted_qualifier: '01' }], gross_amount_due: -2.5 },
      insurance: { group_id: 'G', cardholder_id: 'M' },
      coordination_of_benefits: { other_payers: [{ other_payer_id: 'X', other_payer_coverage_type: '01' }] },
    });
    expect(text).toBe(`${requestHeader()}>|AM04|C2M|C1G#>|AM11|H71|H801|H90000010{|DU0000025}>|AM05|4C1|5C01|7CX`);
  });

  it('makes one transmission of equal heads up to their count, and a new one after it', async () => {
    const two = { ...header, transaction_count: '2' };
    const text = await write(
      { transaction_header: two, insurance: { cardholder_id: 'A' }, claim },
      { transaction_header: two, insurance: { cardholder_id: 'A' }, claim },
      { transaction_header: two, insurance: { cardholder_id: 'A' }, claim },
      { transaction_header: two, insurance: { cardholder_id: 'B' }, claim },
    );
    expect(text.split('\r\n').map((one) => one.match(/#/g)?.length)).toEqual([2, 1, 1]);
  });

  it.each([
    [
      'a separator in a reference number',
      { ...header, transaction_reference_number: 'A\u0003B' },
      '$.transactions[0].transaction_header.transaction_reference_number',
    ],
    [
      'what is more than one byte in a header',
      { ...header, process_or_control_number: 'PÉN' },
      '$.transactions[0].transaction_header.process_or_control_number',
    ],
  ])('refuses %s, which would move what stands behind it', async (_what, wrong, path) => {
    const error = await ediErrorOf(async () => write({ transaction_header: wrong, claim }));
    expect(error).toMatchObject({ code: 'EDI_REQUEST_INVALID', message: `${path}: expected printable characters of ASCII.` });
  });

  it('frames what has a reference number, and batch records', async () => {
    const text = await write(
      {
        batch_header: {
          transmission_type: 'T',
          sender_id: 'S',
          batch_number: '1',
          creation_date: '2026-01-16',
          creation_time: '06:30',
          file_type: 'P',
          version_release_number: '12',
          receiver_id: 'R',
        },
      },
      { transaction_header: { segment_id: 'G1', transaction_reference_number: '7', ...header }, claim },
      { batch_trailer: { batch_number: '1', record_count: 1 } },
    );
    const [first, detail, last] = text.split('][');
    expect(first).toBe(`[00T${'S'.padEnd(24)}0000001202601160630P12${'R'.padEnd(24)}`);
    expect(detail).toMatch(/^G17 {9}610066D0B1/);
    expect(last).toBe(`9900000010000000001${''.padEnd(35)}]`);
  });

  it('reads NDJSON, an array, an object with records, and one record', async () => {
    const record = { transaction_header: header, claim };
    const line = JSON.stringify(record);
    const expected = await write(record, record);
    for (const request of [`${line}\n${line}\n`, `[\n${line},\n${line}\n]\n`])
      expect(shown((await writeTelecom(request, { validate: false })).text)).toBe(expected);
    expect(shown((await writeTelecom(line, { validate: false })).text)).toBe(await write(record));
  });

  it('tells what is wrong in what it writes, with the place in the request', async () => {
    const { issues } = await writeTelecom({
      transactions: [
        {
          transaction_header: header,
          insurance: { cardholder_id: 'M' },
          claim,
          pricing: { usual_and_customary_charge: 1, basis_of_cost_determination: '001' },
        },
      ],
    });
    expect(issues).toMatchObject([
      { issueType: 'LENGTH_EXCEEDED', jsonPath: '$.transactions[0].pricing', fieldName: 'basis_of_cost_determination', rejectCode: '38' },
    ]);
  });

  it('ends with an error when it has more issues than it may', async () => {
    const wrong = { transaction_header: header, insurance: { cardholder_id: 'M' }, claim, pricing: { basis_of_cost_determination: '001' } };
    const request = { transactions: [wrong, wrong] };
    const { length } = (await writeTelecom(request)).issues;
    expect(length).toBeGreaterThan(1);
    expect((await writeTelecom(request, { maxIssues: length })).issues).toHaveLength(length);
    await expect(writeTelecom(request, { maxIssues: length - 1 })).rejects.toMatchObject({ code: 'EDI_TOO_MANY_WARNINGS' });
  });

  it.each([
    [{ claim }, '$.transactions[0].transaction_header: expected an object'],
    [{ transaction_header: header, claims: claim }, '$.transactions[0].claims: there is no such field; did you mean claim?'],
    [{ transaction_header: header, claim: [claim] }, '$.transactions[0].claim: expected an object'],
    [{ transaction_header: header, claim: { quantity_dispense: 1 } }, 'quantity_dispense: there is no such field; did you mean quantity_dispensed?'],
    [{ transaction_header: header, claim: { quantity_dispensed: 1.2345 } }, 'claim.quantity_dispensed: expected no more than 3 decimals'],
    [{ transaction_header: header, claim: { days_supply: -1 } }, 'claim.days_supply: expected a whole number that is not negative'],
    [{ transaction_header: header, claim: { procedure_modifiers: 'AA' } }, 'claim.procedure_modifiers: expected an array'],
    [{ transaction_header: header, claim: { date_prescription_written: 20260101 } }, 'date_prescription_written: expected a date yyyy-mm-dd'],
    [{ transaction_header: header, claim: { alternate_id: 'SECRET\x1cB' } }, 'alternate_id: a separator of the format stands in the text'],
    [{ transaction_header: { ...header, process_or_control_number: 'LONGER THAN TEN' } }, 'process_or_control_number: expected no more than 10 characters'],
    [{ transaction_header: header, claim: { 'A\u001c': 'B' } }, 'claim.A\u001c: there is no such field'],
    [{ transaction_header: header, claim: { '\nZ': 'B' } }, 'claim.\nZ: there is no such field'],
    [{ transaction_header: header, claim: { É1: 'B' } }, 'claim.É1: there is no such field'],
    [{ transaction_header: header, claim: { AM: '03' } }, 'claim.AM: there is no such field'],
    [{ transaction_header: header, 'AM99\u001d': { AA: 'B' } }, '$.transactions[0].AM99\u001d: there is no such field'],
    [{ transaction_header: header, 'AM99\u001cAAB': { AA: 'B' } }, '$.transactions[0].AM99\u001cAAB: there is no such field'],
    [
      { transaction_header: header, claim: { alternate_id: `A\r\n ${HEADER}SECRET` } },
      '$.transactions[0]: a line break and what looks like a header stand in a value',
    ],
    [{ transaction_header: header, claim, AM99: { AA: `B\nG1${'0'.repeat(10)}${HEADER}` } }, 'looks like a header'],
    [{ transaction_header: { ...header, nothing: 1 } }, 'transaction_header.nothing: there is no such field'],
  ])('refuses %j', async (record, message) => {
    const error = await ediErrorOf(async () => writeTelecom({ transactions: [record] }));
    expect(error).toBeInstanceOf(EdiError);
    expect(error.code).toBe('EDI_REQUEST_INVALID');
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('SECRET');
  });

  it('gives segments and fields of others again, and line breaks with headers in a frame', async () => {
    const records = [
      { transaction_header: { segment_id: 'G1', ...header }, claim: { segment_id: 'AM07', '!?': 'B' }, AM99: { segment_id: 'AM99', 'Z ': 'C\nD' } },
      {
        transaction_header: { segment_id: 'G1', transaction_reference_number: '7', ...header },
        claim: { segment_id: 'AM07', alternate_id: `A\r\n${HEADER}` },
      },
    ];
    const { text } = await writeTelecom({ transactions: records }, { validate: false });
    expect((await readTelecom(text)).records).toEqual(records);
  });

  it('leaves out fields that 5.1 does not have', async () => {
    const text = await write({
      transaction_header: { ...header, version_release_number: '51' },
      claim: { submission_clarifications: [{ submission_clarification_code: '2' }] },
    });
    expect(text).toContain('#>|AM07|DK2');
  });

  it('gives again what it was given', async () => {
    const { text } = await writeTelecom({ transactions: [{ transaction_header: header, claim }] });
    expect((await readTelecom(text)).records).toEqual([{ transaction_header: { segment_id: 'G1', ...header }, claim: { segment_id: 'AM07', ...claim } }]);
  });
});
