import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The file that published to an output last, whatever its batch. */
@Entity('batch_publication')
export class BatchPublicationEntity {
  /** Address with extension. */
  @PrimaryColumn({ type: 'text' })
  output!: string;

  /** Null when several files published to it at a time, so that nobody knows which of them it holds. */
  @Column({ type: 'integer', name: 'file_id', nullable: true })
  fileId!: number | null;

  /** Its size; may be larger than 32 bits. */
  @Column({ type: 'float' })
  bytes!: number;
}
