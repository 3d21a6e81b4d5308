import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { BoundNesting, PlaceVisitor } from '../field';
import type { ColumnGroup } from './column-tree';
import type { CellRun, PlaceReader, PlaceReaders } from './place-reader';
import type { PlaceTest } from './where';

/** The items of a list side by side, or an object: each item has columns of its own. */
export class ItemsReader implements PlaceReader, PlaceVisitor {
  readonly position: number;
  private index = 0;
  private run: CellRun | undefined;

  constructor(
    private readonly node: ColumnGroup,
    private readonly nesting: BoundNesting,
    private readonly repeats: readonly (readonly PlaceReaders[])[],
    private readonly tests: readonly (PlaceTest | undefined)[],
    /** A value by itself that is absent takes no column; a record does, whatever is wanted of it. */
    private readonly isRecord: boolean,
  ) {
    this.position = nesting.position ?? -1;
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    this.index = 0;
    this.run = run;
    this.nesting.visit(loop, segment, base, this);
  }

  at(loop: LoopNode, segment: Segment, base: number, scope: number): void {
    const { run } = this;
    if (run === undefined || this.tests[scope]?.(loop, segment, base, run.encode) === false) return;
    const readers = this.repeats[this.index]?.[scope];
    if (readers === undefined) {
      if (!this.node.isDescription) run.lose(this.node.name);
      return;
    }
    const { count } = run.cells;
    readers.read(loop, segment, base, run);
    if (this.isRecord || run.cells.count > count) this.index++;
  }
}
