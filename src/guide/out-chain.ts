/** A link of a chain, and its place in the order of the guide; below 0 while it has none. */
export interface OutLink<T> {
  next: T | undefined;
  readonly position: number;
}

/** Chains up to this length are put in order one by one, which allocates nothing; for longer ones that would take the square of their length. */
const MAX_INSERTED = 64;

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

  /** Takes one out. */
  remove(one: T): void {
    const others: T[] = [];
    for (let link = this.first; link !== undefined; link = link.next) if (link !== one) others.push(link);
    this.replaceBy(others);
  }

  private replaceBy(links: readonly T[]): void {
    this.first = undefined;
    this.last = undefined;
    for (const one of links) {
      one.next = undefined;
      this.add(one);
    }
  }

  /** Puts all in the order of the guide; those of one place stay in the order in which they were added. */
  putInOrder(): void {
    const disordered = this.countUnlessInOrder();
    if (disordered === 0) return;
    if (disordered > MAX_INSERTED) return this.sort();
    let one = this.first;
    this.first = undefined;
    this.last = undefined;
    while (one !== undefined) {
      const { next } = one;
      this.insert(one);
      one = next;
    }
  }

  /** The length of a chain that is not in order; 0 for one that is. */
  private countUnlessInOrder(): number {
    let before = -Infinity;
    let count = 0;
    let isInOrder = true;
    for (let one = this.first; one !== undefined; one = one.next) {
      if (one.position < before) isInOrder = false;
      before = one.position;
      count++;
    }
    return isInOrder ? 0 : count;
  }

  private sort(): void {
    const all: T[] = [];
    for (let one = this.first; one !== undefined; one = one.next) all.push(one);
    all.sort((a, b) => a.position - b.position);
    this.replaceBy(all);
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
