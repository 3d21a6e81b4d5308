/** A link of a chain, and its place in the order of the guide; below 0 while it has none. */
export interface OutLink<T> {
  next: T | undefined;
  readonly position: number;
}

/**
 * What stands in a loop, each linked to the next in the order in which it was added. Loops to be written are made by the million, and most
 * have a few members: links take less than lists that grow.
 */
export class OutChain<T extends OutLink<T>> {
  first: T | undefined = undefined;
  private last: T | undefined = undefined;

  /** Adds one at the end. */
  add(one: T): void {
    if (this.last === undefined) this.first = one;
    else this.last.next = one;
    this.last = one;
  }

  /** Puts all in the order of the guide; those of one place stay in the order in which they were added. */
  putInOrder(): void {
    if (this.isInOrder()) return;
    let one = this.first;
    this.first = undefined;
    this.last = undefined;
    while (one !== undefined) {
      const { next } = one;
      this.insert(one);
      one = next;
    }
  }

  private isInOrder(): boolean {
    let before = -Infinity;
    for (let one = this.first; one !== undefined; one = one.next) {
      if (one.position < before) return false;
      before = one.position;
    }
    return true;
  }

  /** Inserts one after those that stand before it or at its place. */
  private insert(one: T): void {
    const { position } = one;
    if (this.last === undefined || this.last.position <= position) {
      one.next = undefined;
      return this.add(one);
    }
    let before: T | undefined;
    let after = this.first;
    while (after !== undefined && after.position <= position) {
      before = after;
      after = after.next;
    }
    one.next = after;
    if (before === undefined) this.first = one;
    else before.next = one;
  }
}
