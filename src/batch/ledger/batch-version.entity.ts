import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last file that was converted into an output with the same options: the newest version of its source. */
@Entity('batch_version')
export class BatchVersionEntity {
  /** Digest of output and options. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'integer', name: 'file_id' })
  fileId!: number;
}
