import { segmentKey } from '../x12/segment-key';
import type { Candidate, Guide, LoopDef, SegmentDef } from './guide.types';

const UNLIMITED = Number.POSITIVE_INFINITY;

/** The candidates of a loop that takes every segment: a definition is made when an id first comes. */
class OpenCandidates extends Map<number, readonly Candidate[]> {
  constructor(private readonly make: (key: number) => Candidate) {
    super();
  }

  override get(key: number): readonly Candidate[] {
    let found = super.get(key);
    if (found === undefined) {
      found = [this.make(key)];
      this.set(key, found);
    }
    return found;
  }
}

const HL = segmentKey('HL');

/**
 * A guide for a transaction set that has none: every segment is taken in file order, HL opens a loop below its parent,
 * and names are the raw ids. Made for each walk, because its definitions grow with the ids that come.
 */
export function genericGuide(transactionSet: string): Guide {
  const segments: SegmentDef[] = [];
  const addSegment = (id: string, key: number, loop: () => LoopDef): SegmentDef => {
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
      position: segments.length,
    };
    segments.push(def);
    return def;
  };
  const root: LoopDef = addLoop('0000', undefined, 'ST');
  const level: LoopDef = addLoop('HL', root, 'HL');

  function addLoop(id: string, parent: LoopDef | undefined, triggerId: string): LoopDef {
    const def: LoopDef = {
      kind: 'loop',
      id,
      name: id,
      usage: 'S',
      max: UNLIMITED,
      parent,
      position: segments.length,
      children: [],
      trigger: addSegment(triggerId, segmentKey(triggerId), () => def),
      candidates: new OpenCandidates((key) =>
        key === HL ? { def: level.trigger, opens: level, isOnly: true } : { def: addSegment('', key, () => def), opens: undefined, isOnly: true },
      ),
      acceptsAll: true,
    };
    return def;
  }

  return { id: 'generic', transactionSet, name: 'Any transaction set', functionalIds: [], versions: [], root, segments, segmentIds: new Set() };
}
