import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claim, claimFile, GUIDE, underSubscriber } from '../../../support/claims';
import { coverageFile, member } from '../../../support/coverages';
import { sourceOf } from '../../../support/conversion';
import { convertCsv, convertCsvFiles } from '../../../support/csv';
import { remittance } from '../../../support/remittance';
import { sharedFolder } from '../../../support/shared-data';

const folder = sharedFolder('spec/observed/csv_headers');

/** The columns of an observed header. */
const observed = (name: string): string[] =>
  folder === undefined
    ? []
    : readFileSync(join(folder, `${name}.txt`), 'utf8')
        .split('\n')
        .filter((line) => line !== '');

const professional = () => sourceOf('p.edi', claimFile([underSubscriber(...claim('A'))]));
const institutional = () => sourceOf('i.edi', claimFile([underSubscriber(...claim('A'))], { guide: GUIDE.institutional }));
const payments = () => sourceOf('a.edi', remittance({ after: ['PLB*1*20251231*L6:A*5'] }));

/** Tests that need the observed headers. */
const withHeaders = folder === undefined ? describe.skip : describe;

withHeaders('headers of claims, as they were observed', () => {
  it.each([
    ['professional, whole', professional, undefined, '837P-all-fields'],
    ['professional, claims', professional, 'header-only', '837P-all-fields-Claims'],
    ['professional, lines', professional, 'lines-only', '837P-all-fields-Lines'],
    ['professional, whole, each row', professional, 'lines-with-header-repeat-each-row', '837P-all-fields'],
    ['institutional, whole', institutional, undefined, '837I-all-fields'],
    ['institutional, claims', institutional, 'header-only', '837I-all-fields-Claims'],
    ['institutional, lines', institutional, 'lines-only', '837I-all-fields-Lines'],
    ['institutional, whole, no other list', institutional, 'lines-with-header-repeat-first-row-only', '837I-all-fields'],
  ])('are the same: %s', async (_what, source, schemaName, name) => {
    const { header } = await convertCsv([source()], schemaName === undefined ? {} : { schemaName });
    expect(header).toEqual(observed(name));
  });

  it('are those of the files that the command line writes', async () => {
    const files = await convertCsvFiles([professional()]);
    expect(Object.keys(files).sort()).toEqual(['', '-Lines']);
    expect(files['']?.header).toEqual(observed('837P-all-files-Claims'));
    expect(files['-Lines']?.header).toEqual(observed('837P-all-files-Lines'));
  });
});

withHeaders('headers of coverages, as they were observed', () => {
  it.each([undefined, 'single-file', 'default', 'lines-with-header-repeat-first-row', 'lines-with-header-repeat-each-row'])(
    'are the same: %s',
    async (schemaName) => {
      const source = sourceOf('m.edi', coverageFile(member('A')));
      const { header } = await convertCsv([source], schemaName === undefined ? {} : { schemaName });
      expect(header).toEqual(observed('834-all-fields'));
    },
  );
});

withHeaders('headers of payments, as they were observed', () => {
  it('are the same in the files of lines, transactions and provider adjustments', async () => {
    const files = await convertCsvFiles([payments()]);
    expect(Object.keys(files).sort()).toEqual(['', '-Lines', '-ProviderAdjustments', '-Transactions']);
    expect(files['-Lines']?.header).toEqual(observed('835-all-files-Lines'));
    expect(files['-Transactions']?.header).toEqual(observed('835-all-files-Transactions'));
    expect(files['-ProviderAdjustments']?.header).toEqual(observed('835-all-files-ProviderAdjustments'));
  });

  it('have the payee of the interface document in the file of payments', async () => {
    const files = await convertCsvFiles([payments()]);
    const expected = observed('835-all-files-Payments').filter((name) => name !== 'PayeeTaxId');
    expected.splice(expected.indexOf('PayeeAdditionalId1Type'), 0, 'PayeeContacts');
    expect(files['']?.header).toEqual(expected);
  });

  it.each([
    ['transactions-only', '835-all-files-Transactions'],
    ['provider-adjustments-only', '835-all-files-ProviderAdjustments'],
    ['lines-only', '835-all-files-Lines'],
  ])('are the same for one list by itself: %s', async (schemaName, name) => {
    expect((await convertCsv([payments()], { schemaName })).header).toEqual(observed(name));
  });
});
