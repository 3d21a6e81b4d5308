import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConverter } from '../../../src/pipeline/create-converter';
import { packageRoot } from '../../../src/common/package-root';
import { everyNth } from '../../support/fuzz';

const FILE = join(packageRoot(), 'schemas/csv/csv_conversion.yaml');
const text = readFileSync(FILE, 'utf8');

/** Every schema of the product, once for each of its transaction types. */
const schemas = text
  .split(/^ {2}- name: /m)
  .slice(1)
  .flatMap((part) => {
    const [name = ''] = part.split('\n');
    const types = /transactionTypes: \[(.*)\]/.exec(part)?.[1]?.split(', ') ?? [];
    return types.map((type) => ({ name, type }));
  });

describe('the schemas of the product', () => {
  const converter = createConverter();
  let folder: string;

  // A file of a user is checked in full, that of the product is not: as a user's file it has to pass.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-schemas-'));
    copyFileSync(FILE, join(folder, 'csv_conversion.yaml'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are found by this test', () => {
    expect(schemas.length).toBeGreaterThan(35);
  });

  it.each(everyNth(3, schemas))('$name of $type means columns and lists that are there', ({ name, type }) => {
    const asUsers = converter.describeOutput('csv', { schemaName: name, schemaFolder: folder }, type);
    expect(asUsers.length).toBeGreaterThan(0);
    expect(converter.describeOutput('csv', { schemaName: name }, type)).toEqual(asUsers);
  });
});
