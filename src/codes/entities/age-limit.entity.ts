import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CodeType } from '../code-type';

/** Ages in years that a code is for. */
@Entity('age_limit')
export class AgeLimitEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'set_id' })
  setId!: number;

  @Column({ type: 'text' })
  type!: CodeType;

  @Column({ type: 'text', name: 'plain_code' })
  plainCode!: string;

  @Column({ type: 'integer', name: 'min_age', nullable: true })
  minAge!: number | null;

  @Column({ type: 'integer', name: 'max_age', nullable: true })
  maxAge!: number | null;
}
