import { MAX_NUMBERS } from '../../validation/rules/control-numbers';

/**
 * Control numbers of one parent, of which none comes twice. Numbers in ascending order, as most files have them, are not limited: a higher one cannot have come
 * before.
 */
export class UniqueNumbers {
  private readonly seen = new Set<string>();
  private highest = '';

  /** Adds a number; false for one that came before, or that may have come before those that are remembered. */
  add(number: string): boolean {
    const isFull = this.seen.size >= MAX_NUMBERS;
    if (isHigher(number, this.highest)) this.highest = number;
    else if (isFull || this.seen.has(number)) return false;
    if (!isFull) this.seen.add(number);
    return true;
  }

  clear(): void {
    this.seen.clear();
    this.highest = '';
  }
}

/** Any order of all texts will do; this one is that of numbers with leading zeros. */
const isHigher = (number: string, other: string): boolean => (number.length === other.length ? number > other : number.length > other.length);
