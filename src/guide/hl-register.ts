import { digitsAt } from '../common/bytes';
import type { Segment } from '../x12/segment';
import { type Level, nodeOf, offsetOf } from './closed-level';
import type { LoopNode } from './loop-node';

/** HL01 or HL02: digits as a number, which needs no string; anything else as text. */
export type LevelNumber = number | string;

/** Reads a level number; undefined when the element is empty. Leading zeros have no meaning. */
export function readLevelNumber(segment: Segment, element: number): LevelNumber | undefined {
  const [start, end] = [segment.start(element), segment.end(element)];
  if (start >= end) return undefined;
  return digitsAt(segment.chunk.bytes, start, end) ?? segment.element(element);
}

/** Closed levels that are still found: those that announced children and have none yet, */
const MAX_WAITING = 256;
/** those that have had children, which mostly are complete then, */
const MAX_SERVED = 64;
/** and those that said they have none (HL04 is 0), which dirty files name all the same. Open levels are always found. */
export const MAX_LEAVES = 16;

/**
 * A closed level that began more bytes before the newest one is not found any more, whatever it said: the bytes that closed levels hold in
 * memory are those of this part of the input.
 */
const MAX_SPAN_BYTES = 8_000_000;

/** Input between two looks at what is out of the span. */
const LOOK_BYTES = 100_000;

/**
 * Finds hierarchical levels by HL01. Guides order levels depth first, so the newest are enough; the bounds keep a file with
 * a million levels in flat memory, since each level holds on to the bytes that it was read from.
 */
export class HlRegister {
  private readonly waiting = new RecentLevels(MAX_WAITING);
  private readonly served = new RecentLevels(MAX_SERVED);
  private readonly leaves = new RecentLevels(MAX_LEAVES);
  /** True once a level with children was forgotten: a number that is not found may be that of a level that was there. */
  hasForgotten = false;
  /** The highest number so far; -1 for none. */
  highest = -1;
  private lookedAt = 0;

  /** Adds a level; one of the same number is not found any more. */
  add(number: LevelNumber, node: Level, isLeaf: boolean): void {
    this.forgetOutOfSpan(node);
    if (!this.noteNumber(number)) for (const levels of [this.waiting, this.served, this.leaves]) levels.remove(number);
    if (isLeaf) this.leaves.add(number, node);
    else this.keep(this.waiting, number, node);
  }

  /** Notes a number; true if it is higher than all before, none of which can be the same. */
  noteNumber(number: LevelNumber): boolean {
    if (typeof number !== 'number' || number <= this.highest) return false;
    this.highest = number;
    return true;
  }

  /** Says that a level has a child. */
  serve(number: LevelNumber): void {
    const level = this.waiting.find(number);
    if (level === undefined) return;
    this.waiting.remove(number);
    this.keep(this.served, number, level);
  }

  find(number: LevelNumber): LoopNode | undefined {
    const level = this.waiting.find(number) ?? this.served.find(number) ?? this.leaves.find(number);
    return level && nodeOf(level);
  }

  /** True for a level that is still found. */
  has(level: Level): boolean {
    return this.leaves.has(level) || this.waiting.has(level) || this.served.has(level);
  }

  private forgetOutOfSpan(node: Level): void {
    const end = offsetOf(node);
    if (end - this.lookedAt < LOOK_BYTES) return;
    this.lookedAt = end;
    const start = end - MAX_SPAN_BYTES;
    this.leaves.forgetBefore(start, node);
    const isWaitingGone = this.waiting.forgetBefore(start, node);
    const isServedGone = this.served.forgetBefore(start, node);
    if (isWaitingGone || isServedGone) this.hasForgotten = true;
  }

  private keep(levels: RecentLevels, number: LevelNumber, node: Level): void {
    if (levels.add(number, node)) this.hasForgotten = true;
  }
}

/**
 * The levels that were added last, in that order. These are lists, not maps: a map that has grown or was cleaned up points to the one in
 * its place, and where the collector has put it among what is old, all levels that came after it would be kept until it looks there.
 */
class RecentLevels {
  private readonly numbers: LevelNumber[] = [];
  private readonly nodes: Level[] = [];

  constructor(private readonly most: number) {}

  find(number: LevelNumber): Level | undefined {
    const at = this.numbers.indexOf(number);
    return at < 0 ? undefined : this.nodes[at];
  }

  /** The newest are asked for most. */
  has(level: Level): boolean {
    return this.nodes.lastIndexOf(level) >= 0;
  }

  remove(number: LevelNumber): void {
    const at = this.numbers.indexOf(number);
    if (at >= 0) this.removeAt(at);
  }

  /** Adds a level, and forgets the oldest that is not open where they are too many; gives true then. */
  add(number: LevelNumber, node: Level): boolean {
    this.numbers.push(number);
    this.nodes.push(node);
    if (this.nodes.length <= this.most) return false;
    const oldest = this.nodes.findIndex((level) => !isOpenAbove(level, node));
    if (oldest < 0) return false;
    this.removeAt(oldest);
    return true;
  }

  /** Forgets the levels that began before a place of the input and are not open; gives true if there are some. */
  forgetBefore(byteOffset: number, node: Level): boolean {
    const { length } = this.nodes;
    for (let at = length - 1; at >= 0; at--) {
      const level = this.nodes[at];
      if (level !== undefined && offsetOf(level) < byteOffset && !isOpenAbove(level, node)) this.removeAt(at);
    }
    return this.nodes.length < length;
  }

  private removeAt(at: number): void {
    this.numbers.splice(at, 1);
    this.nodes.splice(at, 1);
  }
}

function isOpenAbove(level: Level, node: Level): boolean {
  for (let ancestor: Level | undefined = node; ancestor !== undefined; ancestor = ancestor.parent) if (ancestor === level) return true;
  return false;
}
