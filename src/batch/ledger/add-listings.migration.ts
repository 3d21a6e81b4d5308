import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches that were listed before have no notes. */
export class AddListings1764600000000 implements MigrationInterface {
  readonly name = 'AddListings1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE batch ADD COLUMN listing TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE batch DROP COLUMN listing');
  }
}
