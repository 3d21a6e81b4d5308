/*
 * The loops around units: a log of those that the walk has opened, which the host reads, and what is known of their content, which ends before
 * their first unit or holder.
 */
import { ZERO } from './ascii';
import { HOLDERS_AT, MAX_HOLDERS, SPARE_LOOPS } from '../areas';
import { DEF, HOLDER, LOOP, STATE, TRAIT } from '../layout';
import { continueHash, hashA, hashB, hashC, hashSegments } from './ids';
import { bytesOf, defOf, hasTrait, is, mark, parentOf } from './open-loops';
import { bytes, endOf, has, loopRow, NONE, startOf } from './rows';

/** Holders in the log. */
export let holderCount: i32 = 0;

/** Leaves so many holders in the log. */
export function cutLogTo(count: i32): void {
  holderCount = count;
}

@inline
export function hasRoomForHolder(): bool {
  return holderCount < MAX_HOLDERS - SPARE_LOOPS;
}

/** Adds a loop to the log. */
export function addHolder(loop: i32, row: i32, def: i32, parent: i32, trigger: i32): void {
  const holder = HOLDERS_AT + holderCount * HOLDER.SIZE;
  store<i32>(row, holderCount++, LOOP.HOLDER);
  store<i32>(holder, load<i32>(def, DEF.NUMBER));
  store<i32>(holder, load<i32>(loopRow(parent), LOOP.HOLDER), HOLDER.AROUND);
  store<i32>(holder, trigger, HOLDER.FROM);
  store<i32>(holder, NONE, HOLDER.TO);
  store<i32>(holder, NONE, HOLDER.NUMBER);
  store<i32>(holder, NONE, HOLDER.PARENT_NUMBER);
  store<i32>(holder, 0, HOLDER.IS_LEAF);
  store<i32>(holder, is(parent, STATE.FROZEN) ? 0 : 1, HOLDER.IS_HELD);
  store<i32>(holder, 0, HOLDER.IS_FROZEN);
}

/** Adds to the row of a level its number, that of the level around, and whether HL04 says that it has none below it. */
export function addLevel(loop: i32, segment: i32, number: i32, parentNumber: i32): void {
  const holder = holderOf(loop);
  store<i32>(holder, number, HOLDER.NUMBER);
  store<i32>(holder, parentNumber, HOLDER.PARENT_NUMBER);
  const start = has(segment, 4) ? startOf(segment, 4) : 0;
  const isLeaf = start > 0 && endOf(segment, 4) == start + 1 && load<u8>(bytes + start) == ZERO;
  store<i32>(holder, isLeaf ? 1 : 0, HOLDER.IS_LEAF);
}

/** The row of a loop of this walk in the log; 0 for loops of the host. */
@inline
function holderOf(loop: i32): i32 {
  const holder = load<i32>(loopRow(loop), LOOP.HOLDER);
  return holder < 0 ? 0 : HOLDERS_AT + holder * HOLDER.SIZE;
}

/** The segments of a loop before its first unit or holder end here. */
export function endContent(loop: i32, at: i32): void {
  const holder = holderOf(loop);
  if (holder != 0 && load<i32>(holder, HOLDER.TO) < 0) store<i32>(holder, at, HOLDER.TO);
}

/** Bytes of the segments of a loop that the walk has opened, before its first unit or holder. */
function contentBytes(loop: i32): i32 {
  const holder = holderOf(loop);
  if (holder == 0) return 0;
  let bytes = 0;
  const end = load<i32>(holder, HOLDER.TO);
  for (let segment = load<i32>(holder, HOLDER.FROM); segment < end; segment++) bytes += bytesOf(segment);
  return bytes;
}

/** Segments of a loop before its first unit or holder that may have a value. */
export function contentOf(loop: i32): i32 {
  const holder = holderOf(loop);
  if (holder == 0) return 0;
  return load<i32>(holder, HOLDER.TO) - load<i32>(holder, HOLDER.FROM) - (hasTrait(defOf(loop), TRAIT.LEVEL) ? 1 : 0);
}

/** A loop without units is held by the one around, as long as no record was written of that. */
export function holdBytes(loop: i32, parent: i32): void {
  if (is(parent, STATE.FROZEN)) return;
  const row = loopRow(parent);
  store<i32>(row, load<i32>(row, LOOP.SHARED_BYTES) + load<i32>(loopRow(loop), LOOP.SHARED_BYTES) + contentBytes(loop), LOOP.SHARED_BYTES);
}

/** Segments of a loop, and of those around it, do not change any more. */
export function freeze(loop: i32): void {
  if (is(loop, STATE.FROZEN)) return;
  let inner = 0;
  for (let node = loop; node >= 0 && !is(node, STATE.FROZEN); node = parentOf(node)) {
    const holder = holderOf(node);
    mark(node, STATE.FROZEN);
    inner += load<i32>(loopRow(node), LOOP.SHARED_BYTES) + contentBytes(node);
    if (holder != 0) store<i32>(holder, 1, HOLDER.IS_FROZEN);
    store<i32>(loopRow(node), inner, LOOP.SHARED_BYTES);
  }
}

/** Hashes a loop around records with those around it; see RecordIds. */
export function hashAround(loop: i32): void {
  if (is(loop, STATE.HASHED)) return;
  const parent = parentOf(loop);
  hashAround(parent);
  const around = loopRow(parent);
  const holder = holderOf(loop);
  continueHash(load<i32>(around, LOOP.HASH_A), load<i32>(around, LOOP.HASH_B), load<i32>(around, LOOP.HASH_C));
  hashSegments(load<i32>(holder, HOLDER.FROM), load<i32>(holder, HOLDER.TO));
  const row = loopRow(loop);
  store<i32>(row, hashA, LOOP.HASH_A);
  store<i32>(row, hashB, LOOP.HASH_B);
  store<i32>(row, hashC, LOOP.HASH_C);
  mark(loop, STATE.HASHED);
}

/** The log has the tallies of loops: those that are open go on, and a level may be gone back to. */
export function logTally(loop: i32): void {
  const holder = holderOf(loop);
  if (holder != 0) memory.copy(holder + HOLDER.TALLY, loopRow(loop) + LOOP.FURTHEST, LOOP.SIZE - LOOP.FURTHEST);
}
