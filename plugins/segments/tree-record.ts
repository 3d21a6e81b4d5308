import { type LoopNode, type Segment } from '../../src/plugin';
import { type BoundRecord, type ByteWriter } from '../../src/plugin/io';

/** A segment as an object, with everything inside it: of a whole transaction, of a part of one that was cut, or of the envelope. */
export interface SegmentTree {
  readonly objectType: 'SEGMENT';
  readonly segment_id?: string;
  readonly loop_id: string;
  readonly [key: string]: unknown;
}

export type WriteTree = (loop: LoopNode, segment: Segment, out: ByteWriter) => void;

/** Makes a record of its writer; as an object it is the parsed JSON, since its keys are those of the guide. */
export function treeRecord(write: WriteTree): BoundRecord {
  return {
    fields: [],
    keys: [],
    unbound: [],
    hasCodes: false,
    encode: (loop, segment, _base, { out }) => write(loop, segment, out),
  };
}
