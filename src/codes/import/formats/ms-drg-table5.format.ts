import type { CodeFile, CodeFormat, ImportedRow } from '../import.types';
import { headText } from '../read-lines';
import { findTable, readTable, type Table } from '../read-table';
import { msDrgRelease, msDrgRows, versionOfYear } from './ms-drg';

const LAYOUT = {
  columns: { code: /^ms drg$/, mdc: /^mdc$/, kind: /^type$/, title: /^ms drg title$/ },
  preamble: 5,
  // Some years have sentences below the table, each alone in the first column.
  isNote: ([first = '', ...others]: readonly string[]): boolean => !/^\d/.test(first) && others.every((cell) => cell === ''),
};

/** The title and the names of columns contain `FY 2026`. */
const FISCAL_YEAR = /FY[ _]?(?<year>20\d\d)/i;

/** Groups with their weights, of which the weights and lengths of stay are skipped. */
export const msDrgTable5Format: CodeFormat = {
  id: 'ms-drg-table5',
  name: 'CMS MS-DRG Table 5 of the IPPS rule, text or Excel (CMS-1833-F Table 5.txt)',
  recognise: (files, hints) =>
    files.flatMap((file) => {
      const table = findTable(file, LAYOUT);
      return table === undefined ? [] : [{ ...msDrgRelease(versionOf(file), hints, 'CMS MS-DRG Table 5'), files: [file], read: () => readRows(table) }];
    }),
};

function versionOf(file: CodeFile): string | undefined {
  const year = (FISCAL_YEAR.exec(headText(file)) ?? FISCAL_YEAR.exec(file.path))?.groups?.['year'];
  return year === undefined ? undefined : versionOfYear(year);
}

async function* readRows(table: Table<keyof typeof LAYOUT.columns>): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    yield* msDrgRows(row, { code: row.get('code'), mdc: row.get('mdc'), kind: row.get('kind'), title: row.get('title') });
  }
}
