import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Issue } from '../../../../src/common/issue';
import { converter, convertText, sourceOf } from '../../../support/conversion';
import { productSchema } from '../../../support/csv-schema';
import { sharedFolder } from '../../../support/shared-data';

const schemaFolder = sharedFolder('conformance/schemas');
const cases = sharedFolder('conformance/cases');
const headers = sharedFolder('spec/observed/csv_headers');

/** Tests that need the published file of schemas, its answers and observed headers. */
const withPublished = schemaFolder === undefined || cases === undefined || headers === undefined ? describe.skip : describe;

/** Every schema name of the file, for each type that it names. */
const NAMES = [
  ...['837P', '837D', '837I', '835'].flatMap((type) =>
    [
      'claim-line-separate-files',
      'default',
      'two-files',
      'lines-with-header-repeat-first-row',
      'single-file',
      'lines-only',
      'lines-with-header-repeat-each-row',
      'header-only',
    ].map((name) => ({ name, type })),
  ),
  ...['835', '837P', '837I'].map((type) => ({ name: 'key-fields', type })),
  ...['member-coverages-single-file', 'single-file', 'default', 'lines-with-header-repeat-first-row', 'lines-with-header-repeat-each-row'].map((name) => ({
    name,
    type: '834',
  })),
];

/** Published answers: input, schema name and table. */
const ANSWERS = [
  ...['834-all-fields.edi'].map((input) => ({ input: `834/${input}`, schemaName: 'lines-with-header-repeat-first-row', answer: '834/834-all-fields.csv' })),
  ...['835-all-fields', '835-minimal'].map((name) => ({ input: `835/${name}.dat`, schemaName: 'single-file', answer: `835/${name}.csv` })),
  ...['837I-all-fields', '837P-all-fields'].flatMap((name) => [
    { input: `837/${name}.dat`, schemaName: 'single-file', answer: `837/${name}.csv` },
    { input: `837/${name}.dat`, schemaName: 'header-only', answer: `837/${name}-Claims.csv` },
    { input: `837/${name}.dat`, schemaName: 'lines-only', answer: `837/${name}-Lines.csv` },
  ]),
];

withPublished('the published file of schemas', () => {
  const published = { schemaFileName: 'csv_conversion.yaml', schemaFolder: schemaFolder ?? '' };
  const describeIt = (name: string, type: string, onIssue?: (issue: Issue, fileName: string) => void) =>
    converter().describeOutput('csv', { ...published, schemaName: name }, type, onIssue);

  it.each(NAMES)('gives $type the tables that the product has under the name $name', ({ name, type }) => {
    const rowsOf = (tables: readonly { readonly name: string; readonly columns: readonly string[] }[]) =>
      tables.filter((table) => ['Main', 'Lines', 'HealthCoverages'].includes(table.name)).map(({ name: list, columns }) => ({ list, columns }));
    const tables = describeIt(name, type);
    expect(rowsOf(tables).length).toBeGreaterThan(0);
    expect(rowsOf(tables)).toEqual(rowsOf(productSchema(name, type)));
  });

  it.each([
    ['837P', 'single-file', [353]],
    ['837P', 'header-only', [232]],
    ['837P', 'lines-only', [123]],
    ['837I', 'single-file', [361]],
    ['837I', 'header-only', [297]],
    ['837I', 'lines-only', [66]],
    ['834', 'single-file', [431]],
    ['835', 'single-file', [208, 55, 50]],
    ['835', 'default', [139, 72, 55, 50]],
  ])('has as many columns as were counted: %s %s', (type, name, counts) => {
    expect(describeIt(name, type).map(({ columns }) => columns.length)).toEqual(counts);
  });

  it('writes the rows of one table to the first file', () => {
    expect(describeIt('single-file', '835').map(({ fileSuffix }) => fileSuffix)).toEqual(['', '-ProviderAdjustments', '-Transactions']);
    expect(describeIt('default', '835').map(({ fileSuffix }) => fileSuffix)).toEqual(['', '-Lines', '-ProviderAdjustments', '-Transactions']);
  });

  it('warns of what means nothing, with its line', () => {
    const warnings: string[] = [];
    describeIt('key-fields', '837I', ({ message }) => void warnings.push(message));
    expect(warnings).toEqual([
      expect.stringMatching(/^csv_conversion\.yaml:127:11: No list matches `\*ServiceIds`/),
      expect.stringMatching(/^csv_conversion\.yaml:134:11: No list matches `\*OrderingProviderContacts`/),
      'csv_conversion.yaml:337:7: No column matches `PayerClaimControlNum`. Did you mean `PayerClaimControlNumber`?',
    ]);
  });

  it.each(ANSWERS)('gives the header of the published answer: $schemaName of $answer', async ({ input, schemaName, answer }) => {
    const source = sourceOf(basename(input), readFileSync(join(cases ?? '', 'edi_files', input), 'utf8'));
    const options = (parameters: object) => ({ output: 'csv', outputParameters: { schemaName, ...parameters } });
    const { text } = await convertText([source], options(published));
    const header = (csv: string): string | undefined => csv.split('\n')[0];
    expect(header(text)).toBe(header(readFileSync(join(cases ?? '', 'converted_files', answer), 'utf8').replaceAll('\r', '')));
    // The rows are those of the product, which the conformance cases compare.
    expect(text).toBe((await convertText([source], options({}))).text);
  });

  it('has the observed header of provider adjustments', () => {
    const expected = readFileSync(join(headers ?? '', '835-all-files-ProviderAdjustments.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(describeIt('default', '835').find(({ name }) => name === 'ProviderAdjustments')?.columns).toEqual(expected);
  });
});
