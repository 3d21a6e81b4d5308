import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A batch. Times are ISO 8601 in UTC. */
@Entity('batch')
export class BatchEntity {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  /** A `BatchState`. */
  @Column({ type: 'text' })
  state!: string;

  @Column({ type: 'text', name: 'created_at' })
  createdAt!: string;

  @Column({ type: 'text', name: 'ended_at', nullable: true })
  endedAt!: string | null;

  /** JSON of the `BatchRequest`. */
  @Column({ type: 'text' })
  request!: string;

  /** Digest of sources, target and options: the same command again continues a batch. */
  @Column({ type: 'text' })
  digest!: string;

  /** 1 when all sources were listed once. */
  @Column({ type: 'integer', name: 'is_listed' })
  isListed!: number;

  /** 1 for workers of a queue, 0 for the process that made it. */
  @Column({ type: 'integer', name: 'is_queued' })
  isQueued!: number;

  /** Worker that lists its sources; of a batch without a queue the process that runs it. */
  @Column({ type: 'text', nullable: true })
  lister!: string | null;

  /** Until then its lister or process lives, or its sources need not be listed. */
  @Column({ type: 'text', name: 'listing_until', nullable: true })
  listingUntil!: string | null;

  /** Listings that failed one after the other. */
  @Column({ type: 'integer', name: 'listing_failures' })
  listingFailures!: number;

  /** Of the last listing that failed. */
  @Column({ type: 'text', name: 'error_code', nullable: true })
  errorCode!: string | null;

  @Column({ type: 'text', name: 'error_message', nullable: true })
  errorMessage!: string | null;

  /** JSON of the `ListingNotes` of the last listing; null before. */
  @Column({ type: 'text', nullable: true })
  listing!: string | null;
}
