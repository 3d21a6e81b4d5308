import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['part_of INTEGER', 'part TEXT', 'parts INTEGER', 'part_result TEXT'] as const;

/** Parts of large files are rows beside those of files. */
export class AddParts1764200000000 implements MigrationInterface {
  readonly name = 'AddParts1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await runner.query(`ALTER TABLE batch_file ADD COLUMN ${column}`);
    await runner.query('CREATE INDEX batch_file_by_whole ON batch_file (part_of) WHERE part_of IS NOT NULL');
    await runner.query("CREATE INDEX batch_file_divided ON batch_file (id) WHERE state = 'divided'");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['batch_file_by_whole', 'batch_file_divided']) await runner.query(`DROP INDEX ${index}`);
    for (const column of COLUMNS) await runner.query(`ALTER TABLE batch_file DROP COLUMN ${column.split(' ')[0] ?? ''}`);
  }
}
