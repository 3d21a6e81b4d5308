export { SegmentTrees } from './segments.plugin';
export type { SegmentTree } from './tree-record';
