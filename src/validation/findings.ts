import type { Issue } from '../common/issue';

/** In place of an element: the segment as a whole. */
const WHOLE = '';

/** In place of the number of a segment, for an issue without one. */
const NO_SEGMENT = 0;

/** The issues of one object, or those around the objects of a transaction. */
export class Findings {
  private found: Issue[] = [];
  private isSorted = true;
  /** Elements with an issue, by segment number; WHOLE for an issue about the segment. Built on the first question. */
  private places: Map<number, Set<string>> | undefined;
  /** Takes the issues about segments after a number. */
  private later: { readonly after: number; readonly findings: Findings } | undefined;
  /** True when an issue may still be added: of a code that is not looked up yet. */
  isAwaited = false;

  add(issue: Issue): void {
    const { later } = this;
    if (later !== undefined && (issue.place?.segmentNumber ?? NO_SEGMENT) > later.after) return later.findings.add(issue);
    this.found.push(issue);
    this.isSorted = this.found.length === 1;
    if (this.places !== undefined) addPlace(this.places, issue);
  }

  /** The same issues, to which others may be added. */
  copy(): Findings {
    const copy = new Findings();
    for (const issue of this.found) copy.add(issue);
    return copy;
  }

  /** True if there is an issue at the segment and element of this one, or about its segment as a whole. */
  covers({ place, element = WHOLE }: Issue): boolean {
    if (this.found.length === 0) return false;
    if (this.places === undefined) {
      this.places = new Map();
      for (const issue of this.found) addPlace(this.places, issue);
    }
    const elements = this.places.get(place?.segmentNumber ?? NO_SEGMENT);
    return elements !== undefined && (elements.has(WHOLE) || elements.has(element));
  }

  /** Keeps the issues up to a segment, those that are awaited included, and returns the others. */
  splitAfter(segmentNumber: number): Findings {
    const others = new Findings();
    if (segmentNumber === Infinity) return others;
    this.later = { after: segmentNumber, findings: others };
    others.isAwaited = this.isAwaited;
    const isKept = ({ place }: Issue): boolean => (place?.segmentNumber ?? 0) <= segmentNumber;
    for (const issue of this.found) if (!isKept(issue)) others.add(issue);
    if (others.size > 0) this.found = this.found.filter(isKept);
    this.places = undefined;
    return others;
  }

  get size(): number {
    return this.found.length;
  }

  /** The issues by segment; of one segment those of elements first, then missing parts after it, then balances. */
  get issues(): readonly Issue[] {
    if (!this.isSorted) this.found.sort(compareIssues);
    this.isSorted = true;
    return this.found;
  }
}

/** A missing part after a segment is no issue about that segment. */
function addPlace(places: Map<number, Set<string>>, { place, element = WHOLE, missing }: Issue): void {
  if (element === WHOLE && missing !== undefined) return;
  const number = place?.segmentNumber ?? NO_SEGMENT;
  const elements = places.get(number);
  if (elements === undefined) places.set(number, new Set([element]));
  else elements.add(element);
}

/** Orders issues as people read them: by segment, by element, and balances of the segment last. */
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
