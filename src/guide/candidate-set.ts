import { IntTable } from '../common/int-table';
import { packCode, packText, UNPACKABLE } from '../common/pack-code';
import type { Segment } from '../x12/segment';
import type { Candidate, CandidateSet, Qualifier } from './guide.types';

/**
 * The places inside a loop that a segment id can take, in the order of the guide.
 * Chooses among them without making strings where all differ in one simple element of short codes, as nearly all do.
 */
export class IndexedCandidates implements CandidateSet {
  readonly only: Candidate | undefined;
  /** The qualifier by whose packed code the candidate is found; undefined when the qualifiers are tested one by one. */
  private readonly shared: QualifierPlace | undefined;
  private readonly byCode: IntTable<Candidate>;
  private readonly tests: readonly QualifierTest[][];

  constructor(readonly all: readonly Candidate[]) {
    const [first] = all;
    this.only = first?.isOnly ? first : undefined;
    this.shared = sharedQualifier(all);
    this.byCode = this.shared === undefined ? new IntTable<Candidate>([]) : indexByCode(all);
    this.tests = all.map(({ def }) => def.qualifiers.map(testOf));
  }

  choose(segment: Segment): Candidate | undefined {
    const { shared, tests } = this;
    if (shared !== undefined) return this.byCode.get(codeAt(segment, shared));
    for (let i = 0; i < tests.length; i++) if (isAccepted(tests[i] ?? [], segment)) return this.all[i];
    return undefined;
  }

  chooseGeneral(): Candidate | undefined {
    return this.all.find(({ def, opens }) => opens === undefined && def.qualifiers.some(({ codes }) => codes.size > 1));
  }
}

/** Where a qualifier stands. */
type QualifierPlace = Pick<Qualifier, 'element' | 'component'>;

/** A qualifier with its codes packed; `texts` where a code is too long for that. */
interface QualifierTest extends QualifierPlace {
  readonly packed: ReadonlySet<number>;
  readonly texts: ReadonlySet<string> | undefined;
}

/** The place of the one qualifier that all candidates differ by; undefined when there are more, or codes that cannot be packed. */
export function sharedQualifier(all: readonly Candidate[]): QualifierPlace | undefined {
  const qualifiers = all.map(({ def }) => def.qualifiers);
  const first = qualifiers[0]?.[0];
  const isShared = qualifiers.every(
    ([one, ...more]) => one?.element === first?.element && one?.component === first?.component && more.length === 0 && allPack(one),
  );
  return isShared ? first : undefined;
}

/** True where all codes of a qualifier are short enough to be packed into a number. */
export function allPack(qualifier: Qualifier | undefined): boolean {
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

function testOf(qualifier: Qualifier): QualifierTest {
  const { element, component, codes } = qualifier;
  const place = { element, ...(component === undefined ? {} : { component }) };
  return { ...place, packed: new Set([...codes].map(packText)), texts: allPack(qualifier) ? undefined : codes };
}

function isAccepted(tests: readonly QualifierTest[], segment: Segment): boolean {
  for (const test of tests) {
    const isMatch = test.texts === undefined ? test.packed.has(codeAt(segment, test)) : test.texts.has(textAt(segment, test));
    if (!isMatch) return false;
  }
  return true;
}

/** The packed code at a qualifier, without making a string. */
function codeAt(segment: Segment, { element, component }: QualifierPlace): number {
  const { bytes } = segment.chunk;
  if (component === undefined) return packCode(bytes, segment.start(element), segment.end(element));
  const start = segment.componentStart(element, component);
  return start < 0 ? packCode(bytes, 0, 0) : packCode(bytes, start, segment.componentEnd(element, start));
}

function textAt(segment: Segment, { element, component }: QualifierPlace): string {
  return component === undefined ? segment.element(element) : segment.component(element, component);
}
