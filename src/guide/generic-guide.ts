import { segmentId, segmentKey } from '../x12/segment-key';
import { CandidateSet } from './candidate-set';
import type { Candidate, Candidates, Guide, LoopDef, SegmentDef } from './guide.types';

const UNLIMITED = Number.POSITIVE_INFINITY;

/** The candidates of a loop that takes every segment: a definition is made when an id first comes. */
class OpenCandidates implements Candidates {
  private readonly made = new Map<number, CandidateSet>();

  constructor(private readonly make: (key: number) => Candidate) {}

  get(key: number): CandidateSet {
    const found = this.made.get(key) ?? new CandidateSet([this.make(key)]);
    this.made.set(key, found);
    return found;
  }

  keyList(): number[] {
    return [...this.made.keys()];
  }
}

const HL = segmentKey('HL');

/**
 * A guide for a transaction set that has none: every segment is taken in file order, HL opens a loop below its parent,
 * and names are the raw ids. Made for each walk, because its definitions grow with the ids that come.
 */
export function genericGuide(transactionSet: string): Guide {
  const segments: SegmentDef[] = [];
  const addSegment = (key: number, position: number, loop: () => LoopDef): SegmentDef => {
    const id = segmentId(key);
    const def: SegmentDef = {
      kind: 'segment',
      slot: segments.length,
      id,
      key,
      name: id,
      usage: 'S',
      max: UNLIMITED,
      qualifiers: [],
      elements: [],
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
      trigger: addSegment(segmentKey(triggerId), 0, () => def),
      candidates: new OpenCandidates((key) =>
        key === HL ? { def: level.trigger, opens: level, isOnly: true } : { def: addSegment(key, places++, () => def), opens: undefined, isOnly: true },
      ),
      acceptsAll: true,
    };
    return def;
  }

  return { id: 'generic', transactionSet, name: 'Any transaction set', functionalIds: [], versions: [], root, segments, segmentIds: new Set() };
}
