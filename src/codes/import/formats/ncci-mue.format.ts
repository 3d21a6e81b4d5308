import { clean } from '../code-row';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidFile, invalidLine, quote } from '../import-error';
import { findTable, readTable, type Table } from '../read-table';
import { monthInName } from '../release-names';
import { findSetting, type NcciSetting, readProcedure } from './ncci';

const LAYOUT = {
  columns: { code: /^hcpcs cpt code$/, units: /mue values?$/, rationale: /^mue rationale$/ },
  // Official files begin with a notice of the AMA in a record of its own.
  preamble: 5,
};

type MueTable = Table<keyof typeof LAYOUT.columns>;

/** Most units of a procedure. The header names the kind of claims, the file name the first day. */
export const ncciMueFormat: CodeFormat = {
  id: 'ncci-mue',
  name: 'CMS NCCI medically unlikely edits, CSV or Excel (MCR_MUE_PractitionerServices_Eff_04-01-2024.csv)',
  recognise: (files, hints) => files.flatMap((file) => recogniseTable(file, hints)),
};

function recogniseTable(file: CodeFile, hints: ImportHints): readonly RecognisedRelease[] {
  const table = findTable(file, LAYOUT);
  if (table === undefined) return [];
  const setting = findSetting(...table.titles, file.name);
  if (setting === undefined) {
    throw invalidFile(file.name, 'does not name the claims that its edits are for', 'Put Practitioner, Outpatient Hospital or DME Supplier into its name.');
  }
  return [
    {
      set: `NCCI-MUE-${setting.nameOfSet}`,
      release: hints.release ?? monthInName(file) ?? '',
      source: 'CMS NCCI medically unlikely edits',
      replacesEdits: true,
      files: [file],
      read: () => readLimits(table, setting),
    },
  ];
}

async function* readLimits(table: MueTable, { claimType }: NcciSetting): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    const units = row.get('units');
    if (!/^\d{1,6}$/.test(units)) throw invalidLine(row, `${quote(units)} is no number of units`);
    const of = { type: 'PROCEDURE', code: readProcedure(row, row.get('code')) } as const;
    yield { kind: 'unit limit', of, claimType, maxUnits: Number(units), rationale: clean(row.get('rationale')) };
  }
}
