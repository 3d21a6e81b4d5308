import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CodeType } from '../code-type';

/** A code. Absent values are null; `CodeRecord` documents their meaning. */
@Entity('code')
export class CodeEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'set_id' })
  setId!: number;

  @Column({ type: 'text' })
  type!: CodeType;

  @Column({ type: 'text', name: 'sub_type' })
  subType!: string;

  @Column({ type: 'text' })
  code!: string;

  /** The code in capitals, letters and digits alone: what exact and prefix searches compare. */
  @Column({ type: 'text', name: 'plain_code' })
  plainCode!: string;

  /** A second form under which the code is found: of an NDC its 11 digits, or the first 9 of them. */
  @Column({ type: 'text', name: 'alternative_code', nullable: true })
  alternativeCode!: string | null;

  @Column({ type: 'text', name: 'formatted_code', nullable: true })
  formattedCode!: string | null;

  @Column({ type: 'text', name: 'description', nullable: true })
  desc!: string | null;

  @Column({ type: 'text', name: 'full_description', nullable: true })
  fullDesc!: string | null;

  @Column({ type: 'text', name: 'short_description', nullable: true })
  shortDesc!: string | null;

  @Column({ type: 'text', name: 'enum_name', nullable: true })
  enumName!: string | null;

  /** yyyy-mm-dd. */
  @Column({ type: 'text', name: 'start_date', nullable: true })
  startDate!: string | null;

  /** yyyy-mm-dd; the last day. */
  @Column({ type: 'text', name: 'end_date', nullable: true })
  endDate!: string | null;

  /** The words of code and descriptions in small letters, once each, with a blank around every one. */
  @Column({ type: 'text' })
  words!: string;
}
