import { clean, codeRow } from '../code-row';
import type { CodeFormat, ImportedRow } from '../import.types';
import { invalidLine, quote } from '../import-error';
import { findTable, readTable, type Table, type TableRow } from '../read-table';
import { yearInName } from '../release-names';

const LAYOUT = {
  columns: {
    procedure: /^hcpcs cd$/,
    family: /^rbcs id$/,
    category: /^rbcs cat$/,
    categoryDesc: /^rbcs cat desc$/,
    subCategory: /^rbcs cat subcat$/,
    subCategoryDesc: /^rbcs subcat desc$/,
    familyDesc: /^rbcs family desc$/,
    isLatest: /^rbcs latest assignment$/,
    assigned: /^rbcs assignment eff dt$/,
  },
  optional: ['isLatest', 'assigned'] as const,
};

type Row = TableRow<keyof typeof LAYOUT.columns>;

/** The categories of a procedure, and since when they are its. */
interface Assignment {
  readonly assigned: string;
  readonly rows: readonly ImportedRow[];
}

/**
 * Restructured BETOS: the taxonomy itself, and category and sub category of each procedure. Of the assignments of a procedure the latest
 * counts: the one that is marked so, else the one of the latest date. They are held in memory until the end.
 */
export const rbcsFormat: CodeFormat = {
  id: 'rbcs',
  name: 'CMS RBCS taxonomy CSV (RBCS_RY_2025.csv)',
  recognise: (files, hints) =>
    files.flatMap((file) => {
      const table = findTable(file, LAYOUT);
      if (table === undefined) return [];
      const release = hints.release ?? yearInName(file) ?? '';
      return [{ set: 'RBCS', release, source: 'CMS RBCS taxonomy', replacesEdits: true, files: [file], read: () => readTaxonomy(table) }];
    }),
};

async function* readTaxonomy(table: Table<keyof typeof LAYOUT.columns>): AsyncGenerator<ImportedRow, void, undefined> {
  const known = new Set<string>();
  const latest = new Map<string, Assignment>();
  for await (const row of readTable(table)) {
    yield* readCodes(row, known);
    if (row.get('isLatest') === '0') continue;
    const procedure = row.get('procedure');
    const assignment = readAssignment(row, procedure);
    if (assignment.assigned >= (latest.get(procedure)?.assigned ?? '')) latest.set(procedure, assignment);
  }
  for (const { rows } of latest.values()) yield* rows;
}

function* readCodes(row: Row, known: Set<string>): Generator<ImportedRow, void, undefined> {
  const levels = [
    ['RBCS_CATEGORY', row.get('category'), row.get('categoryDesc'), /^[A-Z]$/],
    ['RBCS_SUB_CATEGORY', row.get('subCategory'), row.get('subCategoryDesc'), /^[A-Z]{2}$/],
    ['RBCS_FAMILY', row.get('family'), row.get('familyDesc'), /^[A-Z]{2}\d{3}[A-Z]$/],
  ] as const;
  for (const [subType, code, desc, shape] of levels) {
    if (!shape.test(code)) throw invalidLine(row, `${quote(code)} is no ${subType}`);
    if (known.has(code)) continue;
    known.add(code);
    yield codeRow({ type: 'RBCS_TAXONOMY', subType, code, desc: clean(desc) });
  }
}

function readAssignment(row: Row, procedure: string): Assignment {
  if (!/^[0-9A-Z]{5}$/.test(procedure)) throw invalidLine(row, `${quote(procedure)} is no procedure`);
  const levels = [
    ['RBCS_CATEGORY', row.get('category'), row.get('categoryDesc')],
    ['RBCS_SUB_CATEGORY', row.get('subCategory'), row.get('subCategoryDesc')],
  ] as const;
  const rows = levels.map(([subType, code, desc]): ImportedRow => ({
    kind: 'category',
    of: { type: 'PROCEDURE', code: procedure },
    category: { type: 'RBCS_TAXONOMY', subType, code, desc: clean(desc) },
  }));
  return { assigned: row.date('assigned') ?? '', rows };
}
