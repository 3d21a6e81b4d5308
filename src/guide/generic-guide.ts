import { NO_SEGMENT_KEY, segmentId, segmentKey } from '../x12/segment-key';
import { IndexedCandidates } from './candidate-set';
import type { Candidate, CandidateSet, Candidates, ElementDef, Guide, LoopDef, SegmentDef } from './guide.types';

const UNLIMITED = Number.POSITIVE_INFINITY;

/** The candidates of a loop that takes every segment: a definition is made when an id first comes. */
class OpenCandidates implements Candidates {
  private readonly made = new Map<number, CandidateSet>();

  constructor(private readonly make: (key: number) => Candidate) {}

  get(key: number): CandidateSet | undefined {
    if (key === NO_SEGMENT_KEY) return undefined;
    const found = this.made.get(key) ?? new IndexedCandidates([this.make(key)]);
    this.made.set(key, found);
    return found;
  }

  keyList(): number[] {
    return [...this.made.keys()];
  }
}

const HL = segmentKey('HL');
const SE = segmentKey('SE');

/** Name of SE where no guide gives one. */
export const TRAILER_NAME = 'transaction_set_trailer';

/**
 * A guide for a transaction set that has none: every segment is taken in file order, HL opens a loop below its parent,
 * and names are the raw ids; `elementsOf` tells the elements of standard segments. Made for each walk, because its definitions grow with the ids that come.
 */
export function genericGuide(transactionSet: string, elementsOf: (segmentId: string) => readonly ElementDef[] = () => []): Guide {
  const segments: SegmentDef[] = [];
  const addSegment = (key: number, position: number, loop: () => LoopDef): SegmentDef => {
    const id = segmentId(key);
    const def: SegmentDef = {
      kind: 'segment',
      slot: segments.length,
      id,
      key,
      name: key === SE ? TRAILER_NAME : id,
      usage: 'S',
      max: key === SE ? 1 : UNLIMITED,
      qualifiers: [],
      elements: elementsOf(id),
      syntax: [],
      get loop() {
        return loop();
      },
      position,
    };
    segments.push(def);
    return def;
  };
  const root: LoopDef = addLoop('0000', undefined, 'ST');
  const level: LoopDef = addLoop('HL', root, 'HL');

  function addLoop(id: string, parent: LoopDef | undefined, triggerId: string): LoopDef {
    let places = 1;
    const def: LoopDef = {
      kind: 'loop',
      id,
      name: id,
      usage: 'S',
      max: UNLIMITED,
      parent,
      position: 0,
      children: [],
      requiredLoops: [],
      trigger: addSegment(segmentKey(triggerId), 0, () => def),
      candidates: new OpenCandidates((key) => (key === HL ? candidate(level.trigger, level) : candidate(addSegment(key, places++, () => def)))),
      acceptsAll: true,
    };
    return def;
  }

  return {
    id: 'generic',
    transactionSet,
    name: 'Any transaction set',
    functionalIds: [],
    versions: [],
    nestsLevels: true,
    splitLoops: new Set(),
    root,
    segments,
    segmentIds: new Set(),
  };
}

const candidate = (def: SegmentDef, opens?: LoopDef): Candidate => ({ def, opens, isOnly: true, isTrailing: false });
