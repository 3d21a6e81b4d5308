import type { QueryRunner } from 'typeorm';
import { dayBefore } from '../../common/dates';
import { EdiError } from '../../common/edi-error';
import type { CodeDriver } from '../database/code-driver';
import type { Release } from '../import/import.types';
import { DETAIL_TABLE_NAMES, DETAIL_TABLES } from './row-stage';
import { KEPT_COLUMNS, KEY_COLUMNS, STAGED_COLUMNS } from './staged-code';

const IS_SAME_CODE = KEY_COLUMNS.map((column) => `code.${column} = staged.${column}`).join(' AND ');

/** Changes of a load. */
export interface LoadSummary {
  readonly set: string;
  readonly release: string;
  /** Codes that were not there. */
  readonly added: number;
  /** Number of codes with changed values. */
  readonly changed: number;
  /** Codes that the release does not have any more. */
  readonly ended: number;
  /** Rows with the code of an earlier row, in files that have one row for each code. */
  readonly repeated: number;
  /** Codes of the set after the load. */
  readonly codes: number;
  /** Categories and edits that were read. */
  readonly details: number;
}

/** Comparison of staged and loaded rows. */
export interface MergeOptions {
  /** The release is older than the one that was loaded last. */
  readonly isOlder: boolean;
  /** The list comes with the product: codes of other sets stay as they are, and its own that it does not have any more go. */
  readonly isShipped: boolean;
}

/** A release that ends more codes than this, and more than it has itself, is taken for a part of one. */
const MAX_ENDED_BY_EXCERPT = 50;

/** An import may read many files, so the message names the release. */
function incomplete({ set, release }: Release, ended: number, staged: number): EdiError {
  const codes = staged === 1 ? '1 code' : `${staged} codes`;
  const message = `${`${set} ${release}`.trim()} has ${codes} and would end ${ended} that are loaded. Is the release complete? Nothing was loaded.`;
  return new EdiError('EDI_CODES_FILE_INVALID', message);
}

/** Merges staged rows into the tables, by statements over whole tables. */
export class CodeMerge {
  constructor(
    private readonly runner: QueryRunner,
    private readonly driver: CodeDriver,
    private readonly setId: number,
  ) {}

  async codes(release: Release, { isOlder, isShipped }: MergeOptions): Promise<Pick<LoadSummary, 'added' | 'changed' | 'ended'>> {
    const { period } = release;
    if (isOlder) {
      // Codes that a newer release lacks ended with this one.
      if (period) await this.run('UPDATE staged_code SET end_date = COALESCE(end_date, ?)', [period.to]);
      return { added: await this.insertNew(), changed: 0, ended: 0 };
    }
    const changed = await this.updateChanged(period !== undefined, isShipped);
    const ended = isShipped ? await this.removeMissing() : await this.endMissing(release);
    return { added: await this.insertNew(), changed, ended };
  }

  /**
   * Merges categories and edits, and returns the number of staged rows. A release that replaces earlier ones may come in several files, so rows of the same
   * release stay, each once; other releases replace the stored rows of their codes.
   */
  async details({ replacesEdits }: Release, isSameRelease: boolean): Promise<number> {
    let count = 0;
    for (const table of DETAIL_TABLE_NAMES) {
      const columns = ['set_id', ...DETAIL_TABLES[table]];
      if (!replacesEdits) await this.run(`DELETE FROM ${table} WHERE set_id = ? AND plain_code IN (SELECT plain_code FROM staged_${table})`, [this.setId]);
      else if (!isSameRelease) await this.run(`DELETE FROM ${table} WHERE set_id = ?`, [this.setId]);
      const isKnown = columns.map((column) => `known.${column} IS NOT DISTINCT FROM staged.${column}`).join(' AND ');
      const list = columns.join(', ');
      await this.run(
        `INSERT INTO ${table} (${list}) SELECT ${list} FROM staged_${table} staged WHERE NOT EXISTS (SELECT 1 FROM ${table} known WHERE ${isKnown})`,
        [],
      );
      count += readCount(await this.runner.query(`SELECT COUNT(*) AS count FROM staged_${table}`));
    }
    return count;
  }

  async countStaged(): Promise<number> {
    return readCount(await this.runner.query('SELECT COUNT(*) AS count FROM staged_code'));
  }

  async countCodes(): Promise<number> {
    const rows: unknown = await this.runner.query(this.driver.placeholders('SELECT COUNT(*) AS count FROM code WHERE set_id = ?'), [this.setId]);
    return readCount(rows);
  }

  /** Brings the row counts of all sets up to date: codes may have come over from another set. Sets without codes count their details. */
  async countRows(): Promise<void> {
    const rowsIn = (table: string): string => `(SELECT COUNT(*) FROM ${table} WHERE ${table}.set_id = code_set.id)`;
    await this.run(`UPDATE code_set SET row_count = COALESCE(NULLIF(${rowsIn('code')}, 0), ${DETAIL_TABLE_NAMES.map(rowsIn).join(' + ')})`, []);
  }

  private async insertNew(): Promise<number> {
    const columns = ['set_id', ...STAGED_COLUMNS].join(', ');
    return this.run(`INSERT INTO code (${columns}) SELECT ${columns} FROM staged_code staged WHERE NOT EXISTS (SELECT 1 FROM code WHERE ${IS_SAME_CODE})`, []);
  }

  private async updateChanged(hasPeriod: boolean, isShipped: boolean): Promise<number> {
    const kept = new Map<string, string>(KEPT_COLUMNS.map((column) => [column, `COALESCE(staged.${column}, code.${column})`]));
    // Files without a column of end dates do not change end dates; in a release of all valid codes, its codes have not ended.
    const saysEnds = hasPeriod || isShipped ? '1 = 1' : 'EXISTS (SELECT 1 FROM staged_code WHERE end_date IS NOT NULL)';
    kept.set('end_date', `CASE WHEN ${saysEnds} THEN staged.end_date ELSE code.end_date END`);
    kept.set('alternative_code', 'staged.alternative_code');
    kept.set('words', 'CASE WHEN staged.description IS NULL AND code.description IS NOT NULL THEN code.words ELSE staged.words END');
    kept.set('set_id', 'staged.set_id');
    const values = [...kept];
    const differs = values.map(([column, value]) => `code.${column} IS DISTINCT FROM ${value}`).join(' OR ');
    const own = isShipped ? 'AND code.set_id = staged.set_id' : '';
    return this.run(
      `UPDATE code SET ${values.map(([column, value]) => `${column} = ${value}`).join(', ')} FROM staged_code staged WHERE ${IS_SAME_CODE} ${own} AND (${differs})`,
      [],
    );
  }

  private async endMissing(release: Release): Promise<number> {
    const { period } = release;
    if (period === undefined) return 0;
    const isMissing = `NOT EXISTS (SELECT 1 FROM staged_code staged WHERE ${IS_SAME_CODE})`;
    const ended = await this.run(`UPDATE code SET end_date = ? WHERE set_id = ? AND end_date IS NULL AND ${isMissing}`, [dayBefore(period.from), this.setId]);
    const staged = await this.countStaged();
    if (ended > MAX_ENDED_BY_EXCERPT && ended > staged) throw incomplete(release, ended, staged);
    return ended;
  }

  private async removeMissing(): Promise<number> {
    return this.run(`DELETE FROM code WHERE set_id = ? AND NOT EXISTS (SELECT 1 FROM staged_code staged WHERE ${IS_SAME_CODE})`, [this.setId]);
  }

  /** Runs a statement and returns the number of changed rows. */
  private async run(sql: string, parameters: readonly (string | number)[]): Promise<number> {
    const { affected } = await this.runner.query(this.driver.placeholders(sql), [...parameters], true);
    return affected ?? 0;
  }
}

/** The answer of COUNT(*): one row, whose number PostgreSQL returns as text. */
function readCount(rows: unknown): number {
  const [row] = rows as readonly { readonly count: number | string }[];
  return Number(row?.count ?? 0);
}
