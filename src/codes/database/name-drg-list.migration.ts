import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_MS_DRG = "type = 'DRG' AND sub_type = 'MS_DRG'";

/** Moves codes that were imported as MS_DRG to the list DRG, the name that claims and the interface have for it. */
export class NameDrgList1763800000000 implements MigrationInterface {
  readonly name = 'NameDrgList1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM code WHERE type = 'DRG' AND sub_type = 'DRG' AND code IN (SELECT code FROM code WHERE ${IS_MS_DRG})`);
    await runner.query(`UPDATE code SET sub_type = 'DRG' WHERE ${IS_MS_DRG}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE code SET sub_type = 'MS_DRG' WHERE type = 'DRG' AND sub_type = 'DRG'");
  }
}
