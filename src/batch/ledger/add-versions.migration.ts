import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that were converted before have no row here, so outputs that a newer version no longer has stay once more. */
export class AddVersions1764500000000 implements MigrationInterface {
  readonly name = 'AddVersions1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    const text = runner.connection.options.type === 'postgres' ? 'TEXT COLLATE "C"' : 'TEXT';
    await runner.query(`CREATE TABLE batch_version (key ${text} PRIMARY KEY, file_id INTEGER NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE batch_version');
  }
}
