import { BYTE, isDigit } from '../common/bytes';
import type { Segment } from '../x12/segment';
import type { LoopNode } from './loop-node';

/** HL01 or HL02: digits as a number, which needs no string; anything else as text. */
export type LevelNumber = number | string;

/** Digits that surely fit a safe integer. */
const SHORT_DIGITS = 15;

/** Reads a level number; undefined when the element is empty. Leading zeros have no meaning. */
export function readLevelNumber(segment: Segment, element: number): LevelNumber | undefined {
  const { bytes } = segment.chunk;
  const [start, end] = [segment.start(element), segment.end(element)];
  if (start >= end) return undefined;
  let value = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte) || i - start >= SHORT_DIGITS) return segment.element(element);
    value = value * 10 + byte - BYTE.ZERO;
  }
  return value;
}

/** Closed levels that are still found: those that announced children and have none yet, */
const MAX_WAITING = 256;
/** those that have had children, which mostly are complete then, */
const MAX_SERVED = 64;
/** and those that said they have none (HL04 is 0), which dirty files name all the same. Open levels are always found. */
const MAX_LEAVES = 16;

/**
 * Finds hierarchical levels by HL01. Guides order levels depth first, so the newest are enough; the bounds keep a file with
 * a million levels in flat memory, since each level holds on to the bytes that it was read from.
 */
export class HlRegister {
  private readonly waiting = new Map<LevelNumber, LoopNode>();
  private readonly served = new Map<LevelNumber, LoopNode>();
  private readonly leaves = new Map<LevelNumber, LoopNode>();
  /** True once a level with children was forgotten: a number that is not found may be that of a level that was there. */
  hasForgotten = false;

  /** Adds a level; one of the same number is not found any more. */
  add(number: LevelNumber, node: LoopNode, isLeaf: boolean): void {
    this.waiting.delete(number);
    this.served.delete(number);
    this.leaves.delete(number);
    this.keep(isLeaf ? this.leaves : this.waiting, isLeaf ? MAX_LEAVES : MAX_WAITING, number, node);
  }

  /** Says that a level has a child. */
  serve(number: LevelNumber): void {
    const level = this.waiting.get(number);
    if (level === undefined) return;
    this.waiting.delete(number);
    this.keep(this.served, MAX_SERVED, number, level);
  }

  find(number: LevelNumber): LoopNode | undefined {
    return this.waiting.get(number) ?? this.served.get(number) ?? this.leaves.get(number);
  }

  /** Adds a level, and forgets the oldest that is not open. */
  private keep(levels: Map<LevelNumber, LoopNode>, most: number, number: LevelNumber, node: LoopNode): void {
    levels.set(number, node);
    if (levels.size <= most) return;
    for (const [key, level] of levels) {
      if (isOpenAbove(level, node)) continue;
      levels.delete(key);
      this.hasForgotten ||= levels !== this.leaves;
      return;
    }
  }
}

function isOpenAbove(level: LoopNode, node: LoopNode): boolean {
  for (let ancestor: LoopNode | undefined = node; ancestor !== undefined; ancestor = ancestor.parent) if (ancestor === level) return true;
  return false;
}
