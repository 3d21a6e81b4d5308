import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../docs/project-files';
import { sourceOf } from '../../support/conversion';
import { cellsOf, convertCsv, convertCsvFiles } from '../../support/csv';

const acknowledgment = sourceOf('277ca.edi', readFileSync(join(ROOT, 'samples/277ca.edi')));

describe('statuses of claims (277CA) as CSV', () => {
  it('are one row for each status of a claim, with the columns of the claim', async () => {
    const converted = await convertCsv([acknowledgment]);
    expect(cellsOf(converted, 'PatientControlNumber', 'PatientLastNameOrOrgName', 'StatusActionType', 'StatusCode1CategoryCode', 'StatusChargeAmount')).toEqual(
      [
        ['JSC-1001', 'ALDER', 'ACCEPT', 'A2', '250.5'],
        ['JSC-1002', 'WILLOW', 'REJECT', 'A3', '120'],
      ],
    );
    expect(converted.summary.errors).toBe(0);
  });

  it('are a file for claims, lines, and those without a claim', async () => {
    const files = await convertCsvFiles([acknowledgment]);
    expect(Object.fromEntries(Object.entries(files).map(([name, { rows }]) => [name, rows.length]))).toEqual({
      '': 2,
      '-Lines': 2,
      '-Patients': 0,
      '-Providers': 2,
      '-Receivers': 0,
    });
    const [providers = { text: '', header: [], rows: [] }] = [files['-Providers']];
    expect(cellsOf(providers, 'ProviderIdentifier', 'BatchStatus1ActionType', 'AcceptedAmount', 'RejectedAmount')).toEqual([
      ['1900000021', 'REJECT', '', '80'],
      ['1900000039', 'ACCEPT', '180', ''],
    ]);
  });
});

describe('pharmacy transactions (NCPDP) as CSV', () => {
  const file = (name: string) => sourceOf(name, readFileSync(join(ROOT, 'samples', name)));

  it('are one row each, with a column for each field', async () => {
    const converted = await convertCsv([file('ncpdp-claim.txt')]);
    const names = ['ClaimProductServiceId', 'ClaimQuantityDispensed', 'PricingIngredientCostSubmitted', 'PatientDateOfBirth', 'PatientGenderCode'];
    expect(cellsOf(converted, ...names)).toEqual([
      ['99999000101', '30', '12.34', '1980-02-29', 'F'],
      ['99999000202', '7.5', '88', '1980-02-29', 'F'],
    ]);
    expect(new Set(converted.header).size).toBe(converted.header.length);
    expect(converted.summary).toMatchObject({ records: 2, errors: 0 });
  });

  it('have the columns of a schema', async () => {
    const converted = await convertCsv([file('ncpdp-response.txt')], { schemaName: 'key-fields' });
    expect(cellsOf(converted, 'ResponseStatusTransactionResponseStatus', 'ResponseStatusReject1RejectCode', 'ResponsePricingTotalAmountPaid')).toEqual([
      ['P', '', '6.61'],
      ['R', '75', ''],
    ]);
  });

  it('may be rows for each item of a list', async () => {
    const schemas = `- name: rejects
  transactionTypes: [NCPDP]
  baseName: transactions-single-file
  includedFields: [HeaderTransactionCode, ResponseStatusRejectRejectCode]
  listSchemas:
    - { names: [Main], output: False, repeatFields: [HeaderTransactionCode], repeatEachRow: ['*'] }
    - { names: [ResponseStatusRejects], strategy: ROWS }
`;
    const { rows } = await convertCsv([file('ncpdp-response.txt')], { schemas, schemaName: 'rejects' });
    expect(rows).toEqual([
      ['B1', ''],
      ['B1', '75'],
      ['B1', '21'],
    ]);
  });

  it('are read from batches, without the records around them', async () => {
    const { summary, rows } = await convertCsv([file('ncpdp-batch.txt')], { schemaName: 'key-fields', convertControlSegments: true });
    expect(summary.errors).toBe(1);
    expect(rows.filter(([first = '']) => !first.startsWith('ERROR')).length).toBeGreaterThan(0);
  });
});
