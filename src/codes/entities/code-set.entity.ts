import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A code set, as of its last import. */
@Entity('code_set')
export class CodeSetEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  readonly id!: number;

  /** Unique, such as ICD-10-CM. */
  @Column({ type: 'text' })
  name!: string;

  /** Newest release that was loaded, as its source names it; empty when it does not. */
  @Column({ type: 'text' })
  release!: string;

  /** Where the rows come from, in words. */
  @Column({ type: 'text' })
  source!: string;

  /** Digest of a list that comes with the product; empty for sets that were imported. */
  @Column({ type: 'text' })
  digest!: string;

  /** ISO 8601 in UTC. */
  @Column({ type: 'text', name: 'loaded_at' })
  loadedAt!: string;

  /** Number of codes, or of categories and edits if the set has no codes. */
  @Column({ type: 'integer', name: 'row_count' })
  rowCount!: number;
}
