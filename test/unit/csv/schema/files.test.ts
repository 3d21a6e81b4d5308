import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { converter, ediErrorOf, sourceOf } from '../../../support/conversion';
import { convertCsv, schemaFolder } from '../../../support/csv';
import { remittance } from '../../../support/remittance';

const schemaOf = (column: string, name = 'own') =>
  `- { name: ${name}, transactionTypes: [835], includedFields: [${column}], listSchemas: [{ names: [Transactions, ProviderAdjustmentMain], output: False }] }`;

/** The columns that a file of a folder gives. */
const columnsOf = (schemaFolderPath: string | undefined, schemaFileName: string | undefined, schemaName = 'own'): readonly string[] => {
  const parameters = {
    schemaName,
    schemaCheck: 'strict',
    ...(schemaFileName === undefined ? {} : { schemaFileName }),
    ...(schemaFolderPath === undefined ? {} : { schemaFolder: schemaFolderPath }),
  };
  return converter().describeOutput('csv', parameters, '835')[0]?.columns ?? [];
};

const refusalOf = (...query: Parameters<typeof columnsOf>) => ediErrorOf(() => columnsOf(...query));

describe('a file of schemas', () => {
  it('is found by its bare name in the folder', () => {
    expect(columnsOf(schemaFolder(schemaOf('PaymentAmount'), 'my columns-2.v1.yml'), 'my columns-2.v1.yml')).toEqual(['PaymentAmount']);
    expect(columnsOf(schemaFolder(schemaOf('ClaimStatus'), 'A.YAML'), 'A.YAML')).toEqual(['ClaimStatus']);
  });

  it.each([
    '/etc/passwd',
    '../schemas.yaml',
    'sub/schemas.yaml',
    './schemas.yaml',
    'sub\\schemas.yaml',
    '..\\schemas.yaml',
    'C:\\schemas.yaml',
    '..',
    '.yaml',
    '.hidden.yaml',
    'a..yaml',
    'schemas.yaml/',
    'schemas.yaml\0',
    'schemas.yaml\n',
    'schemas.json',
    'schemas',
    '%2e%2e%2fschemas.yaml',
    '',
    'file:///schemas.yaml',
  ])('is refused under another path: %j', async (name) => {
    const folder = schemaFolder(schemaOf('PaymentAmount'));
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'sub', 'schemas.yaml'), schemaOf('PaymentAmount'));
    const { code, status } = await refusalOf(folder, name);
    expect({ code, status }).toEqual({ code: 'EDI_BAD_PARAMETER', status: 400 });
  });

  it('is refused where there is none, with those that there are', async () => {
    const folder = schemaFolder(schemaOf('PaymentAmount'), 'b.yaml');
    writeFileSync(join(folder, 'a.yml'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    expect((await refusalOf(folder, 'c.yaml')).message).toBe(
      "schemaFileName is 'c.yaml', which is no file of schemas. There are: a.yml, b.yaml, csv_conversion.yaml.",
    );
    expect((await refusalOf(undefined, 'c.yaml')).message).toContain('There are: csv_conversion.yaml.');
  });

  it('is refused where the folder is missing', async () => {
    const { code, message } = await refusalOf(join(schemaFolder(''), 'missing'), 'c.yaml');
    expect({ code, message }).toEqual({
      code: 'EDI_BAD_PARAMETER',
      message: "schemaFileName is 'c.yaml', which is no file of schemas. There are: csv_conversion.yaml.",
    });
  });

  it('is no folder', async () => {
    const folder = schemaFolder('');
    mkdirSync(join(folder, 'dir.yaml'));
    expect((await refusalOf(folder, 'dir.yaml')).code).toBe('EDI_BAD_PARAMETER');
  });

  it('may be a link, as in a mounted folder', () => {
    const folder = schemaFolder(schemaOf('PaymentAmount'));
    symlinkSync(join(folder, 'schemas.yaml'), join(folder, 'link.yaml'));
    expect(columnsOf(folder, 'link.yaml')).toEqual(['PaymentAmount']);
  });

  it('of the folder stands for that of the product under its name', () => {
    const folder = schemaFolder(schemaOf('PaymentAmount', 'lines-with-header-repeat-first-row'), 'csv_conversion.yaml');
    expect(columnsOf(folder, undefined, 'lines-with-header-repeat-first-row')).toEqual(['PaymentAmount']);
    expect(columnsOf(folder, 'csv_conversion.yaml', 'lines-with-header-repeat-first-row')).toEqual(['PaymentAmount']);
  });

  it('of the product is there without a folder, and beside other files', () => {
    expect(columnsOf(undefined, undefined, 'header-only')).toHaveLength(139);
    expect(columnsOf(schemaFolder(schemaOf('PaymentAmount')), undefined, 'header-only')).toHaveLength(139);
  });

  it('that changes is read anew', async () => {
    const folder = schemaFolder(schemaOf('PaymentAmount'));
    expect(columnsOf(folder, 'schemas.yaml')).toEqual(['PaymentAmount']);
    writeFileSync(join(folder, 'schemas.yaml'), `${schemaOf('ClaimStatus')}\n`);
    expect(columnsOf(folder, 'schemas.yaml')).toEqual(['ClaimStatus']);
    writeFileSync(join(folder, 'schemas.yaml'), schemaOf('Wrong'));
    expect((await refusalOf(folder, 'schemas.yaml')).code).toBe('EDI_SCHEMA_INVALID');
    writeFileSync(join(folder, 'schemas.yaml'), schemaOf('DrgWeight'));
    expect(columnsOf(folder, 'schemas.yaml')).toEqual(['DrgWeight']);
  });

  it('that changes to as many bytes is read anew by its time', () => {
    const folder = schemaFolder(schemaOf('ChargeAmount'));
    const path = join(folder, 'schemas.yaml');
    utimesSync(path, 1000, 1000);
    expect(columnsOf(folder, 'schemas.yaml')).toEqual(['ChargeAmount']);
    writeFileSync(path, schemaOf('ChargeAmounX'));
    utimesSync(path, 2000, 2000);
    expect(() => columnsOf(folder, 'schemas.yaml')).toThrow('No column matches');
  });

  it('that changes is read anew by its size, where its time stays', () => {
    const folder = schemaFolder(schemaOf('ChargeAmount'));
    const path = join(folder, 'schemas.yaml');
    utimesSync(path, 1000, 1000);
    expect(columnsOf(folder, 'schemas.yaml')).toEqual(['ChargeAmount']);
    writeFileSync(path, schemaOf('PaymentAmount'));
    utimesSync(path, 1000, 1000);
    expect(columnsOf(folder, 'schemas.yaml')).toEqual(['PaymentAmount']);
  });

  it('that changes does not change what is under way', async () => {
    const folder = schemaFolder(schemaOf('PatientControlNumber'));
    const source = {
      name: 'a.edi',
      open: async function* () {
        writeFileSync(join(folder, 'schemas.yaml'), schemaOf('ClaimStatus'));
        yield Buffer.from(remittance());
      },
    };
    const outputParameters = { schemaFileName: 'schemas.yaml', schemaFolder: folder, schemaName: 'own' };
    expect((await convertCsv([source], { outputParameters })).text).toBe('PatientControlNumber\nCLAIM1');
    expect((await convertCsv([sourceOf('a.edi', remittance())], { outputParameters })).text).toBe('ClaimStatus\nPRIMARY');
  });

  it.each([
    ['schemaFileName', 7, 'a number'],
    ['schemaName', true, 'a boolean'],
    ['schemaFolder', {}, 'an object'],
  ])('has parameters that are text: %s', async (key, value, type) => {
    const { code, message } = await ediErrorOf(() => convertCsv([sourceOf('a.edi', remittance())], { outputParameters: { [key]: value } }));
    expect({ code, message }).toEqual({ code: 'EDI_BAD_PARAMETER', message: `The parameter ${key} of the output csv is ${type}; expected a string.` });
  });
});
