import type { DataSource, Repository } from 'typeorm';
import { askDatabase } from './ask-database';
import { BatchVersionEntity } from './batch-version.entity';

/** Which file is the newest version of what an output holds. */
export class VersionTable {
  private readonly rows: Repository<BatchVersionEntity>;

  constructor(database: DataSource) {
    this.rows = database.getRepository(BatchVersionEntity);
  }

  async find(key: string): Promise<number | undefined> {
    return (await askDatabase(() => this.rows.findOneBy({ key })))?.fileId;
  }

  async set(key: string, fileId: number): Promise<void> {
    await askDatabase(() => this.rows.createQueryBuilder().insert().values({ key, fileId }).orUpdate(['file_id'], ['key']).updateEntity(false).execute());
  }
}
