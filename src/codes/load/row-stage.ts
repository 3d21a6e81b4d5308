import type { QueryRunner } from 'typeorm';
import { EdiError } from '../../common/edi-error';
import type { CodeDriver } from '../database/code-driver';
import type { ImportedRow } from '../import/import.types';
import { plainCode } from '../words';
import { KEY_COLUMNS, KEPT_COLUMNS, mergeStaged, STAGED_COLUMNS, type StagedCode, stagedCode } from './staged-code';

/** Rows that one statement inserts. */
const ROWS_PER_STATEMENT = 500;

type Value = string | number | null;

/** Tables of details: their columns after the set, both staged and stored. */
export const DETAIL_TABLES = {
  code_category: ['type', 'plain_code', 'category_type', 'category_sub_type', 'category_code', 'category_description'],
  unit_limit: ['type', 'plain_code', 'claim_type', 'max_units', 'rationale'],
  age_limit: ['type', 'plain_code', 'min_age', 'max_age'],
  code_pair: ['type', 'plain_code', 'partner_code', 'claim_type', 'rationale', 'modifier_allowed', 'start_date', 'end_date'],
} as const;

export type DetailTable = keyof typeof DETAIL_TABLES;

export const DETAIL_TABLE_NAMES = Object.keys(DETAIL_TABLES).map(asDetailTable);

/** The keys of the table above. */
function asDetailTable(name: string): DetailTable {
  return name as DetailTable;
}

const INTEGER_COLUMNS: ReadonlySet<string> = new Set(['max_units', 'min_age', 'max_age', 'modifier_allowed']);

/** Rows of a release in temporary tables of the connection. */
export class RowStage {
  private codes = new Map<string, StagedCode>();
  private readonly details = new Map<DetailTable, Value[][]>();

  constructor(
    private readonly runner: QueryRunner,
    private readonly driver: CodeDriver,
    private readonly setId: number,
  ) {}

  async open(): Promise<void> {
    await this.close();
    const columns = STAGED_COLUMNS.map((column) => `${column} ${this.driver.textType}`).join(', ');
    await this.runner.query(`CREATE TEMPORARY TABLE staged_code (set_id INTEGER, ${columns}, UNIQUE (${KEY_COLUMNS.join(', ')}))`);
    for (const table of DETAIL_TABLE_NAMES) {
      const types = DETAIL_TABLES[table].map((column) => `${column} ${INTEGER_COLUMNS.has(column) ? 'INTEGER' : this.driver.textType}`);
      await this.runner.query(`CREATE TEMPORARY TABLE staged_${table} (set_id INTEGER, ${types.join(', ')})`);
    }
  }

  async close(): Promise<void> {
    for (const table of ['code', ...DETAIL_TABLE_NAMES]) await this.runner.query(`DROP TABLE IF EXISTS staged_${table}`);
  }

  async add(row: ImportedRow): Promise<void> {
    if (row.kind === 'code') {
      const code = stagedCode(row.code);
      if (code.plain_code === '') throw new EdiError('EDI_CODES_FILE_INVALID', 'A code has no letter or digit. Is the column of codes the right one?');
      const key = KEY_COLUMNS.map((column) => code[column]).join('\t');
      const known = this.codes.get(key);
      if (known) mergeStaged(known, code);
      else this.codes.set(key, code);
      if (this.codes.size >= ROWS_PER_STATEMENT) await this.flushCodes();
      return;
    }
    const [table, values] = detailOf(row);
    const rows = this.details.get(table) ?? [];
    this.details.set(table, rows);
    rows.push([this.setId, row.of.type, plainCode(row.of.code), ...values]);
    if (rows.length >= ROWS_PER_STATEMENT) await this.flushDetails(table);
  }

  async flush(): Promise<void> {
    await this.flushCodes();
    for (const table of this.details.keys()) await this.flushDetails(table);
  }

  private async flushCodes(): Promise<void> {
    const rows = [...this.codes.values()].map((code) => [this.setId, ...STAGED_COLUMNS.map((column) => code[column])]);
    this.codes = new Map();
    const keep = [...KEPT_COLUMNS, 'end_date'].map((column) => `${column} = COALESCE(staged_code.${column}, excluded.${column})`);
    const merge = `ON CONFLICT (${KEY_COLUMNS.join(', ')}) DO UPDATE SET ${keep.join(', ')}, words = staged_code.words || SUBSTR(excluded.words, 2)`;
    await this.insert('staged_code', ['set_id', ...STAGED_COLUMNS], rows, merge);
  }

  private async flushDetails(table: DetailTable): Promise<void> {
    const rows = this.details.get(table) ?? [];
    this.details.set(table, []);
    await this.insert(`staged_${table}`, ['set_id', ...DETAIL_TABLES[table]], rows);
  }

  private async insert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[], suffix = ''): Promise<void> {
    if (rows.length === 0) return;
    const marks = `(${columns.map(() => '?').join(', ')})`;
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => marks).join(', ')} ${suffix}`;
    await this.runner.query(this.driver.placeholders(sql), rows.flat());
  }
}

type DetailRow = Exclude<ImportedRow, { readonly kind: 'code' }>;

function detailOf(row: DetailRow): readonly [DetailTable, readonly Value[]] {
  switch (row.kind) {
    case 'category': {
      const { type, subType, code, desc } = row.category;
      return ['code_category', [type, subType, code, desc]];
    }
    case 'unit limit':
      return ['unit_limit', [row.claimType, row.maxUnits, row.rationale]];
    case 'age limit':
      return ['age_limit', [row.minAge ?? null, row.maxAge ?? null]];
    case 'pair':
      return ['code_pair', [plainCode(row.partner), row.claimType, row.rationale, row.modifierAllowed ? 1 : 0, row.startDate ?? null, row.endDate ?? null]];
  }
}
