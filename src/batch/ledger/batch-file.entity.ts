import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A file of a batch, or a part of a file. Times are ISO 8601 in UTC; counts may be larger than 32 bits. */
@Entity('batch_file')
export class BatchFileEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'text', name: 'batch_id' })
  batchId!: string;

  /** Address or path. */
  @Column({ type: 'text' })
  source!: string;

  /** Path below the argument that led to the file. */
  @Column({ type: 'text' })
  name!: string;

  /** Address of the output without extension. */
  @Column({ type: 'text' })
  output!: string;

  /** Stored size; null where it is not known. */
  @Column({ type: 'float', nullable: true })
  bytes!: number | null;

  /** ETag or time of the last change; null where it is not known. */
  @Column({ type: 'text', nullable: true })
  version!: string | null;

  /** Source, size and version: a file that changes is another one for a batch that watches. */
  @Column({ type: 'text' })
  seen!: string;

  /** A `FileState`. */
  @Column({ type: 'text' })
  state!: string;

  /** Times that it was begun; never less, so that it names an attempt. */
  @Column({ type: 'integer' })
  attempts!: number;

  /** Attempts that failed with what may pass, since the last retry. */
  @Column({ type: 'integer' })
  failures!: number;

  /** Times that the process or thread that converted it died. */
  @Column({ type: 'integer' })
  deaths!: number;

  /** Times that its whole worker disappeared. */
  @Column({ type: 'integer' })
  losses!: number;

  /** Worker that has it. */
  @Column({ type: 'text', nullable: true })
  owner!: string | null;

  /** Until then its owner lives. */
  @Column({ type: 'text', name: 'lease_until', nullable: true })
  leaseUntil!: string | null;

  /** It is not begun before; null for at once. */
  @Column({ type: 'text', name: 'not_before', nullable: true })
  notBefore!: string | null;

  /** Digest of source, content, options and output: equal keys are the same work. */
  @Column({ type: 'text', name: 'content_key', nullable: true })
  contentKey!: string | null;

  /** JSON array of addresses. */
  @Column({ type: 'text', nullable: true })
  outputs!: string | null;

  /** JSON of the counts of its conversion. */
  @Column({ type: 'text', nullable: true })
  counts!: string | null;

  @Column({ type: 'text', name: 'error_code', nullable: true })
  errorCode!: string | null;

  @Column({ type: 'text', name: 'error_message', nullable: true })
  errorMessage!: string | null;

  @Column({ type: 'text', name: 'started_at', nullable: true })
  startedAt!: string | null;

  @Column({ type: 'text', name: 'ended_at', nullable: true })
  endedAt!: string | null;

  /** Of the attempt that ended it. */
  @Column({ type: 'float', nullable: true })
  seconds!: number | null;

  /** Number of parts of a large file; 0 for one that has to be converted whole, null while that is not known. */
  @Column({ type: 'integer', nullable: true })
  parts!: number | null;

  /** Of a part: the file. Null for files. */
  @Column({ type: 'integer', name: 'part_of', nullable: true })
  partOf!: number | null;

  /** JSON of a `FilePart`: its bytes and its context by their places in the file. */
  @Column({ type: 'text', nullable: true })
  part!: string | null;

  /** JSON of a `PartResult`, of a part that is done. */
  @Column({ type: 'text', name: 'part_result', nullable: true })
  partResult!: string | null;
}
