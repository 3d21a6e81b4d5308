import type { LoopNode } from '../../guide/loop-node';
import type { KnownForms } from '../../kernel/known-forms';
import type { RecordLook } from '../../kernel/record-encoder';
import type { UnreadSegment } from './unread-segment';

/** What a unit is looked at with. */
interface UnitParts {
  readonly forms: KnownForms;
  /** Loops around the unit that are looked at with it. */
  readonly around: readonly LoopNode[];
  /** Segments in all of them. */
  readonly segments: number;
}

const NOTHING: readonly UnreadSegment[] = [];

/** A look for input of a unit that reaches no field. It is done when somebody asks, unless the kernel has found before that all of it is in the record. */
export class UnitLook implements RecordLook {
  private found: readonly UnreadSegment[] | undefined;

  constructor(
    private readonly unit: UnitParts,
    private readonly find: () => readonly UnreadSegment[],
  ) {}

  get isOpen(): boolean {
    return this.found === undefined;
  }

  get forms(): KnownForms {
    return this.unit.forms;
  }

  get around(): readonly LoopNode[] {
    return this.unit.around;
  }

  get segments(): number {
    return this.unit.segments;
  }

  settle(): void {
    this.found = NOTHING;
  }

  get unread(): readonly UnreadSegment[] {
    return (this.found ??= this.find());
  }
}
