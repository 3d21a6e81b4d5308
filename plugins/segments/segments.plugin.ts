import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { envelopeSegment } from './envelope-segment';
import { segmentTree } from './segment-tree';

/**
 * Any transaction set as the tree of its loops and segments: the sets that no other plugin reads, and all sets when segments are requested. ISA, GS, GE and IEA
 * are records next to the trees.
 */
@TransactionSet({ id: 'segments', claims: [{ set: '*' }], chunkSize: 20 })
export class SegmentTrees implements TransactionSetPlugin {
  readonly emits = [{ whole: segmentTree }];
  readonly envelope = envelopeSegment;
}
