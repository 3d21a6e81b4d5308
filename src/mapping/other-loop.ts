import { ByteWriter } from '../common/byte-writer';
import { Fragment } from '../common/fragment';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { EncodeRun } from './encode-run';
import type { BoundField, Scope } from './field';
import { type ChildLoop, findChild, selectChildren } from './locator';

/*
 * Values of other loops: the way there from the loop of a record, and fields that are read at its end.
 */

/** Leads from a loop to one of its ancestors or to a child of one, such as from a claim to the payer of its transaction. */
export interface LoopPath {
  readonly up: number;
  /** A child loop of the ancestor; undefined for the ancestor itself. */
  readonly down: ChildLoop | undefined;
  readonly target: LoopDef;
}

/** Finds the way to a target: the loop itself or an ancestor by id, or a child loop of one of them; the nearest. */
export function findPath(scope: Scope, target: string): LoopPath | undefined {
  let up = 0;
  for (let loop: LoopDef | undefined = scope.loop; loop !== undefined; loop = loop.parent, up++) {
    if (loop.id === target) return { up, down: undefined, target: loop };
    const [down] = selectChildren(target, loop);
    if (down !== undefined) return { up, down, target: down.def };
  }
  return undefined;
}

/** Follows a way from a loop; undefined where there is no such loop. */
export function followPath({ up, down }: LoopPath, from: LoopNode): LoopNode | undefined {
  let loop: LoopNode | undefined = from;
  for (let step = 0; step < up; step++) loop = loop?.parent;
  return down === undefined ? loop : loop && findChild(loop, down);
}

/** Another loop: its definition, the way to it, and how it is found. */
export interface OtherLoop {
  readonly def: LoopDef;
  readonly up: number;
  readonly down: ChildLoop | undefined;
  readonly find: (loop: LoopNode) => LoopNode | undefined;
}

/** A field that is read from another loop. */
export function readElsewhere(field: BoundField, { up, down, find }: Pick<OtherLoop, 'up' | 'down' | 'find'>): BoundField {
  return {
    step: { kind: 'elsewhere', up, down, field },
    encode: (loop, _segment, _base, run) => {
      const target = find(loop);
      const first = target?.firstSegment;
      if (target !== undefined && first !== undefined) field.encode(target, first, 0, run);
    },
  };
}

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
