import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ClaimSetting } from '../code.types';
import type { CodeType } from '../code-type';

/** NCCI medically unlikely edit of a code. */
@Entity('unit_limit')
export class UnitLimitEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'set_id' })
  setId!: number;

  @Column({ type: 'text' })
  type!: CodeType;

  @Column({ type: 'text', name: 'plain_code' })
  plainCode!: string;

  @Column({ type: 'text', name: 'claim_type' })
  claimType!: ClaimSetting;

  @Column({ type: 'integer', name: 'max_units' })
  maxUnits!: number;

  @Column({ type: 'text' })
  rationale!: string;
}
