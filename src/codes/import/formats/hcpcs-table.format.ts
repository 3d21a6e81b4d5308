import type { CodeFormat, ImportedRow } from '../import.types';
import { findTable, readTable, type Table } from '../read-table';
import { hcpcsRelease, hcpcsRow } from './hcpcs';

const LAYOUT = {
  columns: {
    code: /^(hcpc|hcpcs|hcpcs code)$/,
    long: /^long description$/,
    short: /^short description$/,
    added: /^(add dt|code added date)$/,
    terminated: /^(term dt|termination date)$/,
  },
  preamble: 12,
};

/** One row per code, in a workbook or in text with separators. */
export const hcpcsTableFormat: CodeFormat = {
  id: 'hcpcs-table',
  name: 'CMS HCPCS Level II alpha-numeric file, Excel (HCPC2025_OCT_ANWEB.xlsx)',
  recognise: (files, hints) =>
    files.flatMap((file) => {
      const table = findTable(file, LAYOUT);
      return table === undefined ? [] : [{ ...hcpcsRelease(file, hints), files: [file], read: () => readRows(table) }];
    }),
};

async function* readRows(table: Table<keyof typeof LAYOUT.columns>): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    yield hcpcsRow(row, {
      code: row.get('code'),
      longDescription: row.get('long'),
      shortDescription: row.get('short'),
      added: row.date('added'),
      terminated: row.date('terminated'),
    });
  }
}
