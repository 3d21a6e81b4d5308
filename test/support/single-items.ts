import type { StreamItem } from '../../src/pipeline/stream-item';
import type { WrittenRun } from '../../src/pipeline/written-run';

/** Items with each record by itself. */
export const singly = (items: readonly StreamItem[]): readonly Exclude<StreamItem, WrittenRun>[] =>
  items.flatMap((item) => (item.kind === 'run' ? Array.from({ length: item.length }, (_, i) => item.at(i)) : [item]));
