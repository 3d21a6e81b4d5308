import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { BoundField } from './field';
import type { EncodeRun } from './encode-run';

/**
 * Reads a field, bound as `ALONE`, as a value: parses the JSON that it writes. Undefined where it writes nothing.
 * Writes behind what `run.out` holds, and takes it back.
 */
export function readValue(field: BoundField, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): unknown {
  const { out } = run;
  const mark = out.length;
  field.encode(loop, segment, base, run);
  if (out.length === mark) return undefined;
  const json = out.bytes.toString('utf8', mark, out.length);
  out.length = mark;
  return JSON.parse(json);
}
