import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { Cells } from './cells';
import type { EncodeRun } from '../encode-run';

/** What the cells of one record are read into. */
export interface CellRun {
  readonly cells: Cells;
  /** Writes JSON into the buffer of the cells. */
  readonly encode: EncodeRun;
  /** Called with the list of an item for which no columns are left. */
  lose(list: string): void;
}

/** Reads cells at a place of a loop. */
export interface PlaceReader {
  /** The place in the loop without whose segment there is nothing to read; -1 for none. */
  readonly position: number;
  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void;
}

/** The readers of a level, one after the other. Most of what a level can have is absent, which shows at the place of its segment. */
export class PlaceReaders {
  private readonly positions: Int32Array;

  constructor(private readonly all: readonly PlaceReader[]) {
    this.positions = Int32Array.from(all, ({ position }) => position);
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const { all, positions } = this;
    const { first } = loop;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i] ?? -1;
      if (position < 0 || first[position] !== undefined) all[i]?.read(loop, segment, base, run);
    }
  }
}
