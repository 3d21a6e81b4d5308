import { columnLetters } from './sheet';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const MAX_NAME = 31;

/** Types of the parts. It stands first, before the number of sheets is known: parts without a type of their own are sheets. */
export const CONTENT_TYPES = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`;

export const PACKAGE_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** A sheet of the workbook. */
export interface WorkbookSheet {
  readonly name: string;
  /** In the archive, such as xl/worksheets/sheet1.xml. */
  readonly path: string;
  /** With the header; undefined for a sheet without filter. */
  readonly rows: number | undefined;
  readonly columns: number;
}

/** Lists the sheets in their order, and the ranges that their filters have. */
export function workbookXml(sheets: readonly WorkbookSheet[]): string {
  const entries = sheets.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const filters = sheets.flatMap(({ name, rows, columns }, i) => {
    if (rows === undefined) return [];
    const range = `'${escaped(name.replaceAll("'", "''"))}'!$A$1:$${columnLetters(columns - 1)}$${rows}`;
    return [`<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${range}</definedName>`];
  });
  const names = filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`;
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets>${names}</workbook>`;
}

/** Names the parts that the workbook refers to. */
export function workbookRelations(sheets: readonly WorkbookSheet[]): string {
  const entries = sheets.map(({ path }, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="/${path}"/>`);
  const styles = `<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="/xl/styles.xml"/>`;
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}${styles}</Relationships>`;
}

/** Names of the sheets of each table: Lines, Lines 2. No two sheets have one name, whatever its case. */
export function sheetNames(tables: readonly { readonly name: string; readonly sheets: number }[]): readonly (readonly string[])[] {
  const taken = new Set(['about']);
  const free = (name: string, first: number): string => {
    for (let number = first; ; number++) {
      const ending = number === 1 ? '' : ` ${number}`;
      const one = allowed(name).slice(0, MAX_NAME - ending.length) + ending;
      if (taken.has(one.toLowerCase())) continue;
      taken.add(one.toLowerCase());
      return one;
    }
  };
  const firsts = tables.map(({ name }) => free(name, 1));
  return tables.map(({ name, sheets }, i) => [firsts[i] ?? '', ...Array.from({ length: sheets - 1 }, (_, further) => free(name, further + 2))]);
}

/** Names have none of these characters. */
const allowed = (name: string): string => name.replace(/[[\]:*?/\\]/g, '_').replace(/^'|'$/g, '_') || 'Table';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
