import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which source an output belongs to, whatever batch writes it: two sources never replace each other's output. */
@Entity('batch_output')
export class BatchOutputEntity {
  /** Address without extension. */
  @PrimaryColumn({ type: 'text' })
  output!: string;

  @Column({ type: 'text' })
  source!: string;
}
