import { type DataSource, In, Not, type Repository } from 'typeorm';
import type { OutputFile } from '../../io/output-set';
import { askDatabase } from './ask-database';
import { BatchPublicationEntity } from './batch-publication.entity';

const ROWS_OF_STATEMENT = 200;

/** Which file published to each output last. */
export class PublicationTable {
  private readonly rows: Repository<BatchPublicationEntity>;

  constructor(database: DataSource) {
    this.rows = database.getRepository(BatchPublicationEntity);
  }

  /** Notes that a file is about to publish outputs. */
  async begin(fileId: number, outputs: readonly OutputFile[]): Promise<void> {
    // In one order, so that two files that publish to the same outputs do not wait for each other.
    const rows = outputs.map(({ path, bytes }) => ({ output: path, fileId, bytes })).sort((a, b) => (a.output < b.output ? -1 : 1));
    for (const some of groupsOf(rows)) {
      const insert = this.rows
        .createQueryBuilder()
        .insert()
        .values([...some]);
      await askDatabase(() => insert.orUpdate(['file_id', 'bytes'], ['output']).updateEntity(false).execute());
    }
  }

  /** Called when all outputs are visible. Where another file began to publish meanwhile, nobody knows whose bytes an output has. */
  async end(fileId: number, outputs: readonly string[]): Promise<void> {
    for (const some of groupsOf(outputs)) await askDatabase(() => this.rows.update({ output: In([...some]), fileId: Not(fileId) }, { fileId: null }));
  }

  /** The last publications to outputs, by output. */
  async of(outputs: readonly string[]): Promise<ReadonlyMap<string, BatchPublicationEntity>> {
    const found: BatchPublicationEntity[] = [];
    for (const some of groupsOf(outputs)) found.push(...(await askDatabase(() => this.rows.findBy({ output: In([...some]) }))));
    return new Map(found.map((row) => [row.output, row]));
  }
}

function* groupsOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += ROWS_OF_STATEMENT) yield list.slice(start, start + ROWS_OF_STATEMENT);
}
