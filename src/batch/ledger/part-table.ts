import { type DataSource, In, IsNull, MoreThan, Not, type Repository } from 'typeorm';
import type { FilePart } from '../../pipeline/workers/file-part';
import type { PartResult } from '../batch.types';
import { askDatabase } from './ask-database';
import { BatchFileEntity } from './batch-file.entity';
import { failureColumns, readPart } from './columns';
import type { OwnedFile } from './file-table';

const ROWS_OF_STATEMENT = 100;

const ENDED_BADLY = ['failed', 'quarantined'] as const;

/** Size and version of a source when it was found. */
export type FileVersion = Pick<BatchFileEntity, 'bytes' | 'version'>;

/** The parts of large files. Each is a row like that of a file, so that workers claim, release and retry it in the same way. */
export class PartTable {
  private readonly rows: Repository<BatchFileEntity>;

  constructor(
    database: DataSource,
    private readonly now: () => Date,
  ) {
    this.rows = database.getRepository(BatchFileEntity);
  }

  /**
   * Divides a file that a worker has: its parts wait, and the file until they are done. The same division again adds nothing. False when the file was taken away.
   */
  async divide(file: BatchFileEntity, parts: readonly FilePart[]): Promise<boolean> {
    const rows = parts.map((part, index) => partRow(file, part, index));
    for (let start = 0; start < rows.length; start += ROWS_OF_STATEMENT) {
      const some = rows.slice(start, start + ROWS_OF_STATEMENT);
      await askDatabase(() => this.rows.createQueryBuilder().insert().values(some).orIgnore().updateEntity(false).execute());
    }
    const isDivided = await this.change(file, { state: 'divided', parts: parts.length, owner: null, leaseUntil: null });
    // Parts may have been done before the file was divided.
    if (isDivided) await this.settle();
    return isDivided;
  }

  /** The parts of a file, in order. */
  async of(fileId: number): Promise<readonly BatchFileEntity[]> {
    const rows = await askDatabase(() => this.rows.findBy({ partOf: fileId }));
    return [...rows].sort((a, b) => offsetOf(a) - offsetOf(b));
  }

  /** Ends a part of its owner. False when the part was taken away: another attempt may have its place. */
  async finish(part: OwnedFile, result: PartResult): Promise<boolean> {
    const now = this.now();
    const seconds = Math.round(now.getTime() - Date.parse(part.startedAt ?? now.toISOString())) / 1000;
    const done = { state: 'done', outputs: JSON.stringify(result.outputs.map(([, address]) => address)), partResult: JSON.stringify(result) };
    return this.change(part, { ...done, endedAt: now.toISOString(), seconds, owner: null, leaseUntil: null });
  }

  /**
   * Moves divided files on: one whose parts are all done waits for its join, and one with a part that failed fails. Returns the ids of files that wait now.
   */
  async settle(): Promise<readonly number[]> {
    const divided = await askDatabase(() => this.rows.find({ where: { state: 'divided' }, select: { id: true, parts: true } }));
    const waiting: number[] = [];
    for (const { id } of divided) {
      const states = await askDatabase(() => this.rows.find({ where: { partOf: id }, select: { state: true, errorCode: true, errorMessage: true } }));
      const bad = states.find(({ state }) => ENDED_BADLY.some((one) => one === state));
      if (bad !== undefined) await this.fail(id, bad);
      else if (states.every(({ state }) => state === 'done') && (await this.changeDivided(id, { state: 'waiting', notBefore: null }))) waiting.push(id);
    }
    return waiting;
  }

  /** A file that a worker has and whose parts are not all done waits for them again. */
  async waitAgain(file: OwnedFile): Promise<void> {
    if (await this.change(file, { state: 'divided', owner: null, leaseUntil: null })) await this.settle();
  }

  /**
   * Takes the parts of a file from their workers: those that are not done are removed, so that `finish` refuses them, and those that are done are returned. With
   * `version` only parts of that version of the file: those of a later division stay.
   */
  async withdraw(fileId: number, version?: FileVersion): Promise<readonly BatchFileEntity[]> {
    const parts = { partOf: fileId, ...(version && rowsOf(version)) };
    await askDatabase(() => this.rows.delete({ ...parts, state: Not('done') }));
    return askDatabase(() => this.rows.findBy(parts));
  }

  /** Removes the rows of withdrawn parts. */
  async remove(parts: readonly BatchFileEntity[]): Promise<void> {
    const ids = parts.map(({ id }) => id);
    for (let start = 0; start < ids.length; start += ROWS_OF_STATEMENT) {
      await askDatabase(() => this.rows.delete({ id: In(ids.slice(start, start + ROWS_OF_STATEMENT)) }));
    }
  }

  /** Sets the number of parts of a file without rows of parts: 0 for one to be converted whole, null for one to be divided again. */
  async setCount({ id }: OwnedFile, parts: number | null): Promise<void> {
    await askDatabase(() => this.rows.update({ id }, { parts }));
  }

  /** A part whose file has changed: the file waits to be divided again, unless it already was. */
  async divideAgain({ partOf, ...version }: BatchFileEntity): Promise<void> {
    if (partOf !== null) await this.changeDivided(partOf, { state: 'waiting', parts: null, notBefore: null }, version);
  }

  /**
   * Failed, quarantined and cancelled files of a batch wait again. Of a divided one the parts that are done stay done. Returns the number of files.
   */
  async retry(batchId: string): Promise<number> {
    const ended = { batchId, state: In([...ENDED_BADLY, 'cancelled']) };
    const fresh = { failures: 0, deaths: 0, losses: 0, owner: null, leaseUntil: null, notBefore: null, endedAt: null, ...failureColumns(undefined) };
    await askDatabase(() => this.rows.update({ ...ended, partOf: Not(IsNull()) }, { ...fresh, state: 'waiting' }));
    const divided = await askDatabase(() => this.rows.update({ ...ended, partOf: IsNull(), parts: MoreThan(0) }, { ...fresh, state: 'divided' }));
    const whole = await askDatabase(() => this.rows.update({ ...ended, partOf: IsNull() }, { ...fresh, state: 'waiting' }));
    await this.settle();
    return (divided.affected ?? 0) + (whole.affected ?? 0);
  }

  /** The files of a batch that are done and still have parts: their worker was interrupted. */
  async left(batchId: string): Promise<readonly BatchFileEntity[]> {
    const query = this.rows
      .createQueryBuilder('file')
      .where('file.batchId = :batchId AND file.partOf IS NULL AND file.parts > 0 AND file.state = :state', { batchId, state: 'done' })
      .andWhere('EXISTS (SELECT 1 FROM batch_file part WHERE part.part_of = file.id)');
    return askDatabase(() => query.getMany());
  }

  /** The divided files of a batch that was cancelled, whose parts nobody needs. */
  async cancelled(batchId: string): Promise<readonly BatchFileEntity[]> {
    return askDatabase(() => this.rows.findBy({ batchId, state: 'cancelled', partOf: IsNull(), parts: MoreThan(0) }));
  }

  private async fail(id: number, { state, errorCode, errorMessage }: Pick<BatchFileEntity, 'state' | 'errorCode' | 'errorMessage'>): Promise<void> {
    const endedAt = this.now().toISOString();
    if (!(await this.changeDivided(id, { state, errorCode, errorMessage, endedAt }))) return;
    await askDatabase(() => this.rows.update({ partOf: id, state: In(['waiting', 'running']) }, { state: 'cancelled', endedAt }));
  }

  private async changeDivided(id: number, columns: object, version?: FileVersion): Promise<boolean> {
    const { affected } = await askDatabase(() => this.rows.update({ id, state: 'divided', ...(version && rowsOf(version)) }, columns));
    return affected === 1;
  }

  private async change({ id, owner, attempts }: OwnedFile, columns: object): Promise<boolean> {
    const { affected } = await askDatabase(() => this.rows.update({ id, attempts, owner: owner ?? IsNull(), state: 'running' }, columns));
    return affected === 1;
  }
}

function partRow({ id, batchId, source, name, output, version, bytes }: BatchFileEntity, part: FilePart, index: number): Partial<BatchFileEntity> {
  const place = { batchId, source, name, output, bytes, version, seen: `part ${index} of ${id}|${bytes ?? ''}|${version ?? ''}` };
  return { ...place, partOf: id, part: JSON.stringify(part), state: 'waiting', attempts: 0, failures: 0, deaths: 0, losses: 0 };
}

const rowsOf = ({ bytes, version }: FileVersion) => ({ bytes: bytes ?? IsNull(), version: version ?? IsNull() });

const offsetOf = (row: BatchFileEntity): number => readPart(row).from.byteOffset;
