import { posix } from 'node:path';
import { clean, codeRow } from '../code-row';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine, quote } from '../import-error';
import { findTable, readTable, type Table } from '../read-table';
import { monthInName, stem, yearInName } from '../release-names';

const MARKETING_DATES = { start: /^startmarketingdate$/, end: /^endmarketingdate$/ };

// Files of drugs that are not finished have no proprietary names, those before 2018 no dates of packages.
const PRODUCTS = {
  columns: {
    code: /^productndc$/,
    proprietary: /^proprietaryname$/,
    suffix: /^proprietarynamesuffix$/,
    nonproprietary: /^nonproprietaryname$/,
    ...MARKETING_DATES,
  },
  optional: ['proprietary', 'suffix', 'start', 'end'] as const,
  quoted: false,
};

const PACKAGES = {
  columns: { code: /^ndcpackagecode$/, product: /^productndc$/, description: /^packagedescription$/, ...MARKETING_DATES },
  optional: ['start', 'end'] as const,
  quoted: false,
};

type ProductTable = Table<keyof typeof PRODUCTS.columns>;
type PackageTable = Table<keyof typeof PACKAGES.columns>;

// Products and packages of some labelers have letters.
const PRODUCT_CODE = /^\d{4,6}-[0-9A-Z]{3,4}$/i;
const PACKAGE_CODE = /^\d{4,6}-[0-9A-Z]{3,4}-[0-9A-Z]{1,2}$/i;
/** Some labelers register the package alone; labeler and product are in other columns. */
const ONLY_PACKAGE = /^[0-9A-Z]{1,2}$/i;

const CODE = { type: 'DRUG', subType: 'NDC' } as const;

/** The tables of one publication; either may be absent. */
interface Directory {
  readonly products: readonly ProductTable[];
  readonly packages: readonly PackageTable[];
}

/** Products and packages. Packages take their description from their product, which is held in memory for this. */
export const ndcFormat: CodeFormat = {
  id: 'ndc',
  name: 'FDA National Drug Code directory (product.txt, package.txt; unfinished drugs too)',
  recognise: (files, hints) => {
    const directories = new Map<string, CodeFile[]>();
    for (const file of withoutCopies(files)) {
      const key = `${posix.dirname(file.path)} ${/unfinished/i.test(file.name) ? 'unfinished' : ''}`;
      directories.set(key, [...(directories.get(key) ?? []), file]);
    }
    return [...directories.values()].flatMap((each) => recogniseDirectory(each, hints));
  },
};

/** The archives of the FDA hold each text file once more under the name of a workbook. */
function withoutCopies(files: readonly CodeFile[]): readonly CodeFile[] {
  const place = (file: CodeFile): string => `${posix.dirname(file.path)}/${stem(file)}`;
  const texts = new Set(files.filter(({ name }) => /\.txt$/i.test(name)).map(place));
  return files.filter((file) => !/\.xlsx?$/i.test(file.name) || !texts.has(place(file)));
}

function recogniseDirectory(files: readonly CodeFile[], hints: ImportHints): readonly RecognisedRelease[] {
  const products = files.flatMap((file) => findTable(file, PRODUCTS) ?? []);
  const packages = files.flatMap((file) => findTable(file, PACKAGES) ?? []);
  const found = [...products, ...packages].map(({ file }) => file);
  const [first] = found;
  if (first === undefined) return [];
  const release = hints.release ?? monthInName(first) ?? yearInName(first) ?? '';
  const source = 'FDA National Drug Code directory';
  return [{ set: 'NDC', release, source, replacesEdits: false, files: found, read: () => readDirectory({ products, packages }) }];
}

async function* readDirectory({ products, packages }: Directory): AsyncGenerator<ImportedRow, void, undefined> {
  const descriptions = new Map<string, string>();
  for (const table of products) yield* readProducts(table, descriptions);
  for (const table of packages) yield* readPackages(table, descriptions);
}

async function* readProducts(table: ProductTable, descriptions: Map<string, string>): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    const code = row.get('code');
    if (!PRODUCT_CODE.test(code)) throw invalidLine(row, `${quote(code)} is no product code: expected labeler and product with a hyphen`);
    const desc = describe(`${row.get('proprietary')} ${row.get('suffix')}`, row.get('nonproprietary'));
    if (desc === '') throw invalidLine(row, `the product ${code} has no name`);
    descriptions.set(code, desc);
    yield codeRow({ ...CODE, code, desc, startDate: row.date('start'), endDate: row.date('end') });
  }
}

async function* readPackages(table: PackageTable, descriptions: ReadonlyMap<string, string>): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    const code = ONLY_PACKAGE.test(row.get('code')) ? `${row.get('product')}-${row.get('code')}` : row.get('code');
    if (!PACKAGE_CODE.test(code)) throw invalidLine(row, `${quote(code)} is no package code: expected labeler, product and package with hyphens`);
    const fullDesc = clean(row.get('description'));
    const desc = descriptions.get(row.get('product')) ?? fullDesc;
    yield codeRow({ ...CODE, code, desc, fullDesc, startDate: row.date('start'), endDate: row.date('end') });
  }
}

/** `Amyvid (Florbetapir F 18)`, or the name that there is. */
function describe(proprietary: string, nonproprietary: string): string {
  const [name, substance] = [clean(proprietary), clean(nonproprietary)];
  return name !== '' && substance !== '' ? `${name} (${substance})` : name || substance;
}
