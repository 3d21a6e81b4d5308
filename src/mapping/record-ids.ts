import { ContentHash } from '../common/content-hash';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';

/** The 96 bits of an id, in words of 32. */
export type IdWords = readonly [number, number, number];

const FIRST_PARTY = 5;
const LAST_OF_TIME = 10;
const CONTROL_NUMBER = 13;

/** Hashes what the ids of an interchange or group begin with: ISA05 to ISA10, ISA13 and the whole GS, as far as they are there. */
export function hashEnvelope(isa: Segment | undefined, gs?: Segment): ContentHash {
  const hash = new ContentHash();
  if (isa !== undefined) {
    addElements(hash, isa, FIRST_PARTY, LAST_OF_TIME);
    addElements(hash, isa, CONTROL_NUMBER, CONTROL_NUMBER);
  }
  if (gs !== undefined) addSegment(hash, gs);
  return hash;
}

/**
 * Makes the ids of the records of one transaction set, or of one envelope segment.
 *
 * An id is a hash of the envelope, the segments around the record that it belongs to, its own segments, and the number of its first segment
 * in the file. So the same content has the same id, under whatever name and in whatever pieces it is read; records with other content
 * have others; and whoever has the ancestors and the number of a record can make its id without what stands between.
 */
export class RecordIds {
  private readonly scratch = new ContentHash();
  private transactionId: string | undefined;

  constructor(
    private readonly envelope: ContentHash,
    /** Loops of ancestors that do not count, because they hold records of their own. */
    private readonly recordLoops: ReadonlySet<LoopDef>,
  ) {}

  /** The id of the record of a loop, or of one of its segments. Its ancestors must be complete. */
  ofRecord(loop: LoopNode, segment: Segment): IdWords {
    const isLoop = segment === loop.firstSegment;
    const hash = this.scratch.startFrom(this.hashAround(isLoop ? loop.parent : loop));
    if (isLoop) this.addLoop(hash, loop);
    else addSegment(hash, segment);
    return hash.finish(segment.segmentNumber);
  }

  /** The id of the transaction set that a loop is in: it stands for its envelope and head. */
  ofTransaction(loop: LoopNode): string {
    if (this.transactionId === undefined) {
      let root = loop;
      while (root.parent !== undefined) root = root.parent;
      this.transactionId = idText(this.hashAround(root).finish(root.firstSegment?.segmentNumber ?? 0));
    }
    return this.transactionId;
  }

  /** Hashes an ancestor of records, with its own ancestors; kept with the loop. What the id of a record begins with. */
  hashAround(loop: LoopNode | undefined): ContentHash {
    return loop === undefined ? this.envelope : loop.once(this);
  }

  /** For `LoopNode.once`. */
  make(loop: LoopNode): ContentHash {
    const hash = new ContentHash().startFrom(this.hashAround(loop.parent));
    addSegments(hash, loop);
    for (const child of loop.loops) if (!this.recordLoops.has(child.def)) this.addLoop(hash, child);
    return hash;
  }

  private addLoop(hash: ContentHash, loop: LoopNode): void {
    addSegments(hash, loop);
    for (const child of loop.loops) this.addLoop(hash, child);
  }
}

/** The 24 hexadecimal digits of an id. */
export function idText(words: IdWords): string {
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Adds the segments of a loop, those without a place as well. */
function addSegments(hash: ContentHash, { segments, unplaced, skipped }: LoopNode): void {
  for (const segment of segments) addSegment(hash, segment);
  if (unplaced !== undefined) for (const segment of unplaced) addSegment(hash, segment);
  if (skipped !== undefined) hash.addHash(skipped);
}

const addSegment = (hash: ContentHash, segment: Segment): void => addElements(hash, segment, 0, segment.elementCount);

function addElements(hash: ContentHash, segment: Segment, first: number, last: number): void {
  hash.add(segment.chunk.view, segment.start(first), segment.end(last));
}
