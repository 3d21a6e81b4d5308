import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ClaimSetting } from '../code.types';
import type { CodeType } from '../code-type';

/** NCCI procedure-to-procedure edit: the partner is not paid together with the code. */
@Entity('code_pair')
export class CodePairEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'set_id' })
  setId!: number;

  @Column({ type: 'text' })
  type!: CodeType;

  /** Column 1 of the edit. */
  @Column({ type: 'text', name: 'plain_code' })
  plainCode!: string;

  /** Column 2 of the edit. */
  @Column({ type: 'text', name: 'partner_code' })
  partnerCode!: string;

  @Column({ type: 'text', name: 'claim_type' })
  claimType!: ClaimSetting;

  @Column({ type: 'text' })
  rationale!: string;

  /** 1 when a modifier may bypass the edit, else 0. */
  @Column({ type: 'integer', name: 'modifier_allowed' })
  modifierAllowed!: number;

  @Column({ type: 'text', name: 'start_date', nullable: true })
  startDate!: string | null;

  @Column({ type: 'text', name: 'end_date', nullable: true })
  endDate!: string | null;
}
