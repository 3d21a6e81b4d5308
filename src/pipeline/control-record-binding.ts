import { genericGuide } from '../guide/generic-guide';
import { LoopNode } from '../guide/loop-node';
import { functionalGroup, interchangeControl } from '../mapping/control-records';
import { ALONE } from '../mapping/json-text';
import { inSegment } from '../mapping/field';
import { type NamedRecord, namedRecord } from '../plugin/bound-transaction-set';
import type { RecordSource } from './record.types';
import type { Segment } from '../x12/segment';

/** The records of ISA and GS, bound once for an engine. */
export interface ControlRecords extends RecordSource {
  readonly interchange: NamedRecord;
  readonly group: NamedRecord;
  /** A loop for a segment outside loops. */
  loopOf(segment: Segment): LoopNode;
}

export function bindControlRecords(): ControlRecords {
  const guide = genericGuide('');
  const scope = inSegment({ guide, loop: guide.root, segments: undefined });
  return {
    pluginId: 'control segments',
    chunkSize: undefined,
    interchange: { ...namedRecord(interchangeControl.name, scope), bound: interchangeControl.bind(scope, ALONE) },
    group: { ...namedRecord(functionalGroup.name, scope), bound: functionalGroup.bind(scope, ALONE) },
    loopOf: (segment) => {
      const loop = new LoopNode(guide.root, undefined);
      loop.add(segment, guide.root.trigger);
      return loop;
    },
  };
}
