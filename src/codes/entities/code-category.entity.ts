import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CodeType } from '../code-type';

/** A category that a code belongs to. */
@Entity('code_category')
export class CodeCategoryEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'set_id' })
  setId!: number;

  /** Type of the code that belongs to the category. */
  @Column({ type: 'text' })
  type!: CodeType;

  @Column({ type: 'text', name: 'plain_code' })
  plainCode!: string;

  @Column({ type: 'text', name: 'category_type' })
  categoryType!: CodeType;

  @Column({ type: 'text', name: 'category_sub_type' })
  categorySubType!: string;

  @Column({ type: 'text', name: 'category_code' })
  categoryCode!: string;

  @Column({ type: 'text', name: 'category_description' })
  categoryDesc!: string;
}
