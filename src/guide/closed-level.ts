import type { LoopNode } from './loop-node';

/** A level that is closed, and becomes an object when somebody asks for it: hardly anybody does. */
export class ClosedLevel {
  private made: LoopNode | undefined;

  constructor(
    readonly parent: Level | undefined,
    /** Where it begins in the input. */
    readonly byteOffset: number,
    private readonly make: () => LoopNode,
  ) {}

  get node(): LoopNode {
    return (this.made ??= this.make());
  }
}

/** A level, open or closed. */
export type Level = LoopNode | ClosedLevel;

export const nodeOf = (level: Level): LoopNode => (level instanceof ClosedLevel ? level.node : level);

/** Where a level begins in the input. */
export function offsetOf(level: Level): number {
  if (level instanceof ClosedLevel) return level.byteOffset;
  const { firstSegment } = level;
  return firstSegment?.chunk.byteOffset(firstSegment.start(0)) ?? 0;
}
