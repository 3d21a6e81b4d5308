import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outputs that were published before have no row here, so their files are converted once more. */
export class AddPublications1764400000000 implements MigrationInterface {
  readonly name = 'AddPublications1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    const text = runner.connection.options.type === 'postgres' ? 'TEXT COLLATE "C"' : 'TEXT';
    await runner.query(`CREATE TABLE batch_publication (output ${text} PRIMARY KEY, file_id INTEGER, bytes DOUBLE PRECISION NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE batch_publication');
  }
}
