import { ByteWriter } from '../common/byte-writer';
import { Fragment } from '../common/fragment';
import type { LoopNode } from '../guide/loop-node';
import type { EncodeRun } from './encode-run';
import type { BoundField } from './field';
import { followPath, type LoopPath } from './scope';

/** What is kept of a shared value: its JSON once it has been wanted so often that keeping it pays. */
interface Shared {
  json?: Fragment;
  uses: number;
}

/** Most subscribers have one or two claims: their JSON is written as often, and not kept. */
const USES_BEFORE_KEEPING = 2;

/** A value of another loop, which many records share. It is written a few times, and then copied. `bound` is the value alone, `key` stands before it. */
export function bindShared(bound: BoundField, path: LoopPath, key: Fragment): BoundField {
  const scratch = new ByteWriter(1024);
  const values = { make: (_loop: LoopNode): Shared => ({ uses: 0 }) };
  /** Writes key and value; nothing when there is no value. */
  const encode = (loop: LoopNode, run: EncodeRun): void => {
    const { out } = run;
    const mark = out.length;
    out.raw(key);
    const open = out.length;
    const first = loop.firstSegment;
    if (first !== undefined) bound.encode(loop, first, 0, run);
    if (out.length === open) out.length = mark;
  };
  const encodeKept = (loop: LoopNode, { context, missing }: EncodeRun): Fragment => {
    scratch.length = 0;
    encode(loop, { out: scratch, context, missing });
    return scratch.length === 0 ? EMPTY : new Fragment(scratch.copyFrom(0));
  };
  return {
    step: { kind: 'shared', key, up: path.up, down: path.down, field: bound },
    encode: (loop, _segment, _base, run: EncodeRun) => {
      const target = followPath(path, loop);
      if (target === undefined) return;
      const kept = target.once(values);
      if (kept.json !== undefined) return run.out.raw(kept.json);
      const missingBefore = run.missing?.size;
      if (kept.uses < USES_BEFORE_KEEPING) encode(target, run);
      else run.out.raw((kept.json = encodeKept(target, run)));
      kept.uses++;
      // What lacks a description is written again when it is known.
      if (run.missing?.size !== missingBefore) delete kept.json;
    },
  };
}

const EMPTY = new Fragment('');
