import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { BoundNesting, PlaceVisitor } from '../field';
import { keepCells, type KeptCells } from './cells';
import type { CellRun, PlaceReader, PlaceReaders } from './place-reader';

/** Cells that are the same for all units of a loop, and how often they were read. */
interface Shared {
  uses: number;
  cells?: KeptCells;
}

/** Most subscribers have one or two claims: their cells are read as often, and not kept. */
const USES_BEFORE_KEEPING = 2;

/** An object that many units share. Its cells are kept with the loop that it is read from. */
export class SharedReader implements PlaceReader, PlaceVisitor {
  readonly position = -1;
  private readonly owner = { make: (): Shared => ({ uses: 0 }) };
  private run: CellRun | undefined;

  constructor(
    private readonly nesting: BoundNesting,
    private readonly readers: PlaceReaders,
    private readonly columns: readonly number[],
  ) {}

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    this.run = run;
    this.nesting.visit(loop, segment, base, this);
  }

  at(loop: LoopNode, segment: Segment, base: number): void {
    const { run, columns } = this;
    if (run === undefined) return;
    const shared = loop.once(this.owner);
    const { cells } = run;
    if (shared.cells !== undefined) return cells.paste(shared.cells);
    const mark = cells.out.length;
    // What finds no column is lost once, however often it is read.
    this.readers.read(loop, segment, base, shared.uses === 0 ? run : { ...run, lose: () => undefined });
    if (shared.uses++ >= USES_BEFORE_KEEPING) shared.cells = keepCells(cells, mark, columns);
  }
}
