import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the files that ended lately, for the rate of files. */
export class IndexEnds1764100000000 implements MigrationInterface {
  readonly name = 'IndexEnds1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX batch_file_by_end ON batch_file (ended_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX batch_file_by_end');
  }
}
