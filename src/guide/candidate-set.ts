import { IntTable } from '../common/int-table';
import { packCode, packText, UNPACKABLE } from '../common/pack-code';
import type { Segment } from '../x12/segment';
import type { Candidate, Qualifier } from './guide.types';

/**
 * The places inside a loop that a segment id can take, in the order of the guide.
 * Chooses among them without making strings where all differ in one simple element of short codes, as nearly all do.
 */
export class CandidateSet {
  /** Set when the id stands once among its siblings. */
  readonly only: Candidate | undefined;
  /** Element by whose packed code the candidate is found; 0 when the qualifiers are tested one by one. */
  private readonly element: number;
  private readonly byCode: IntTable<Candidate>;

  constructor(readonly all: readonly Candidate[]) {
    const [first] = all;
    this.only = first?.isOnly ? first : undefined;
    this.element = sharedElement(all) ?? 0;
    this.byCode = this.element > 0 ? indexByCode(all) : new IntTable<Candidate>([]);
  }

  /** Gives the candidate whose qualifiers all accept the segment; undefined when there is none. */
  choose(segment: Segment): Candidate | undefined {
    const { element } = this;
    if (element > 0) return this.byCode.get(packCode(segment.chunk.bytes, segment.start(element), segment.end(element)));
    for (const candidate of this.all) if (isAccepted(candidate, segment)) return candidate;
    return undefined;
  }

  /** Gives the first place of the loop itself that stands for many qualifiers, for a segment whose qualifier none has. */
  chooseGeneral(): Candidate | undefined {
    return this.all.find(({ def, opens }) => opens === undefined && def.qualifiers.some(({ codes }) => codes.size > 1));
  }
}

function sharedElement(all: readonly Candidate[]): number | undefined {
  const qualifiers = all.map(({ def }) => def.qualifiers);
  const element = qualifiers[0]?.[0]?.element;
  const isSimple = qualifiers.every(([one, ...more]) => one?.element === element && one?.component === undefined && more.length === 0 && allPack(one));
  return isSimple ? element : undefined;
}

function allPack(qualifier: Qualifier | undefined): boolean {
  return qualifier !== undefined && [...qualifier.codes].every((code) => packText(code) !== UNPACKABLE);
}

function indexByCode(all: readonly Candidate[]): IntTable<Candidate> {
  const index = new Map<number, Candidate>();
  for (const candidate of all) {
    for (const code of candidate.def.qualifiers[0]?.codes ?? []) {
      const packed = packText(code);
      if (!index.has(packed)) index.set(packed, candidate);
    }
  }
  return new IntTable(index);
}

function isAccepted({ def }: Candidate, segment: Segment): boolean {
  for (const qualifier of def.qualifiers) if (!qualifier.codes.has(valueOf(qualifier, segment))) return false;
  return true;
}

function valueOf({ element, component }: Qualifier, segment: Segment): string {
  return component === undefined ? segment.element(element) : segment.component(element, component);
}
