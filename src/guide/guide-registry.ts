import type { GuideLoader } from './guide-loader';
import type { GuideHeader } from './guide-source';
import type { Guide } from './guide.types';

/** What a transaction says about its guide. */
export interface GuideRequest {
  /** ST01, such as 835. */
  readonly transactionSet: string;
  /** ST03, or GS08 where ST03 is absent. */
  readonly version: string;
  /** GS01, such as HP; narrows the fallback. */
  readonly functionalId?: string;
  /** BHT02; needed only where guides share set and version, as 278 request and response do. */
  readonly purpose?: string;
  /** Ids among which to choose; absent for all. */
  readonly among?: readonly string[] | undefined;
}

/** How a guide was found: `exact` by its version, `prefix` by the guide number in it, `fallback` by the set alone. */
export type GuideMatch = 'exact' | 'prefix' | 'fallback';

export interface GuidePick {
  readonly guide: Guide;
  readonly match: GuideMatch;
}

/**
 * Picks the guide for a transaction. The heads of all guide files are read once, at the first call; a guide is compiled
 * when it is first picked.
 */
export class GuideRegistry {
  private headers: readonly GuideHeader[] | undefined;

  constructor(private readonly loader: GuideLoader) {}

  /**
   * Gives the guide of the same version; else one whose version begins like the asked one or the other way round (the
   * longest common part wins, a whole guide number such as 005010X221 at least); else the newest guide of the set and
   * functional id, as a fallback; undefined when the set has no guide.
   */
  pick(request: GuideRequest): GuidePick | undefined {
    const { transactionSet, among } = request;
    const ofSet = this.allHeaders().filter((header) => header.transactionSet === transactionSet && (among?.includes(header.id) ?? true));
    const ofPurpose = ofSet.filter((header) => hasPurpose(header, request.purpose));
    const found = pickHeader(ofPurpose.length > 0 ? ofPurpose : ofSet, request);
    return found === undefined ? undefined : { guide: this.loader.load(found.header.id), match: found.match };
  }

  /** Gives a guide by its id. Throws EDI_GUIDE_UNKNOWN. */
  get(id: string): Guide {
    return this.loader.load(id);
  }

  /** Gives every guide, compiled. */
  all(): readonly Guide[] {
    return this.allHeaders().map(({ id }) => this.loader.load(id));
  }

  /** Codes of BHT02 that distinguish guides of the set. */
  purposesOf(transactionSet: string): readonly string[] {
    return this.allHeaders().flatMap((header) => (header.transactionSet === transactionSet ? header.purposes : []));
  }

  /** True when the release of a version has several guides of the set: then the version may be that of the wrong one. */
  hasRivals(transactionSet: string, version: string): boolean {
    const release = version.slice(0, RELEASE_LENGTH);
    const ofRelease = this.allHeaders().filter((header) => header.transactionSet === transactionSet && latest(header).startsWith(release));
    return version.length >= GUIDE_NUMBER_LENGTH && ofRelease.length > 1;
  }

  /** Gives the other guides of the same set and release. */
  rivalsOf({ id, transactionSet, versions: [newest = ''] }: Guide, among?: readonly string[]): readonly Guide[] {
    const isRival = (header: GuideHeader): boolean =>
      header.id !== id && header.transactionSet === transactionSet && latest(header).slice(0, RELEASE_LENGTH) === newest.slice(0, RELEASE_LENGTH);
    return this.allHeaders().flatMap((header) => (isRival(header) && (among?.includes(header.id) ?? true) ? [this.loader.load(header.id)] : []));
  }

  private allHeaders(): readonly GuideHeader[] {
    return (this.headers ??= this.loader.readHeaders());
  }
}

function hasPurpose({ purposes }: GuideHeader, purpose: string | undefined): boolean {
  return purpose === undefined || purposes.length === 0 || purposes.includes(purpose);
}

function pickHeader(headers: readonly GuideHeader[], request: GuideRequest): { header: GuideHeader; match: GuideMatch } | undefined {
  const exact = headers.find(({ versions }) => versions.includes(request.version));
  if (exact !== undefined) return { header: exact, match: 'exact' };
  const prefix = best(headers, (header) => Math.max(...header.versions.map((version) => commonLength(version, request.version))));
  if (prefix !== undefined) return { header: prefix, match: 'prefix' };
  const sameId = headers.filter(({ functionalIds }) => request.functionalId === undefined || functionalIds.includes(request.functionalId));
  const [newest] = [...sameId].sort(byAge);
  return newest === undefined ? undefined : { header: newest, match: 'fallback' };
}

/** The header with the highest score above 0, the first of equals. */
function best(headers: readonly GuideHeader[], score: (header: GuideHeader) => number): GuideHeader | undefined {
  let winner: GuideHeader | undefined;
  let highest = 0;
  for (const header of headers) {
    const points = score(header);
    if (points > highest) [highest, winner] = [points, header];
  }
  return winner;
}

/** Length of a release with a guide number, such as 005010X221: shorter versions name no guide. */
const GUIDE_NUMBER_LENGTH = 10;

/** Length of the shorter version where the longer begins with it; 0 when they differ or it names no guide. */
function commonLength(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && short.length >= GUIDE_NUMBER_LENGTH ? short.length : 0;
}

const RELEASE_LENGTH = 6;

/**
 * Orders guides: the newest release first; within it the lowest guide number, because later numbers are special uses
 * (X222 professional claims before X298 their data reporting); within that the latest addenda.
 */
function byAge(one: GuideHeader, other: GuideHeader): number {
  const [a, b] = [latest(one), latest(other)];
  const release = compare(b.slice(0, RELEASE_LENGTH), a.slice(0, RELEASE_LENGTH));
  const number = compare(a.slice(0, GUIDE_NUMBER_LENGTH), b.slice(0, GUIDE_NUMBER_LENGTH));
  return release || number || compare(b, a);
}

/** A guide lists its newest version first; others may be of guides that are read by it. */
function latest({ versions }: GuideHeader): string {
  return versions[0] ?? '';
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
