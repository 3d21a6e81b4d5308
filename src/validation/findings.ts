import type { Issue } from '../common/issue';

/** The issues of one object, or of what stands around the objects of a transaction. */
export class Findings {
  private readonly found: Issue[] = [];
  private isSorted = true;

  add(issue: Issue): void {
    this.found.push(issue);
    this.isSorted = this.found.length === 1;
  }

  /** Keeps the issues up to a segment, and gives the others. */
  splitAfter(segmentNumber: number): Findings {
    const others = new Findings();
    if (segmentNumber === Infinity) return others;
    const isKept = ({ place }: Issue): boolean => (place?.segmentNumber ?? 0) <= segmentNumber;
    for (const issue of this.found) if (!isKept(issue)) others.add(issue);
    if (others.size > 0) this.found.splice(0, this.found.length, ...this.found.filter(isKept));
    return others;
  }

  get size(): number {
    return this.found.length;
  }

  /** The issues by segment; of one segment those of elements first, then what is missing after it, then balances. */
  get issues(): readonly Issue[] {
    if (!this.isSorted) this.found.sort(compareIssues);
    this.isSorted = true;
    return this.found;
  }
}

/** Orders issues as people read them: by segment, by element, and what the segment does not balance with last. */
export function compareIssues(a: Issue, b: Issue): number {
  return (
    (a.place?.segmentNumber ?? 0) - (b.place?.segmentNumber ?? 0) ||
    rankOf(a) - rankOf(b) ||
    compareText(a.element ?? '', b.element ?? '') ||
    Number(b.issueType === 'INVALID_CODE') - Number(a.issueType === 'INVALID_CODE')
  );
}

function rankOf({ issueType, element }: Issue): number {
  if (issueType === 'BALANCE') return 2;
  return issueType === 'REQUIRED' && element === undefined ? 1 : 0;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
