import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds pages of batches, the newest first. */
export class IndexTimes1764700000000 implements MigrationInterface {
  readonly name = 'IndexTimes1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX batch_by_time ON batch (created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX batch_by_time');
  }
}
