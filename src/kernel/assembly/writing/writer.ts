/*
 * The writing kernel: reads the JSON of a record, and writes the segments of its unit and of the loops around it.
 *
 * AssemblyScript, compiled to WebAssembly by the build (docs/adr/0022-plain-units-are-written-in-webassembly.md). It knows no transaction set. A record that is not
 * as the kernel knows it is left to the host, whole: nothing is written of it.
 */
import { BRACE_CLOSE, BRACE_OPEN, COMMA } from '../ascii';
import { BLOCK, CHAIN, DEFINITION, MEMBER, NUMBERED, OUT_LOOP, OUT_SEGMENT, RESULT, UNIT, WRITTEN } from '../../writing/layout';
import { cutMoreTo, MORE_BYTES, nameKeys, placeMore } from './code-objects';
import { complete, completeBy, placeFormats } from './completion';
import { clearDays } from './days';
import { out } from '../output';
import { clearCount, placeOutput, separateBy, writeContent, writeLoop, written } from './emission';
import { at, isAt, isSame, learnStyle, moveTo, pass, passAbsent, passCanonical, passComma, passKey, passValue, refuse } from './json-text';
import { beginMembers, findMember, meet, numberObject, wanted, writeDays, writeIn } from './members';
import { clearRows, fail, findSegment, hasFailed, makeLoop, placeRows } from './out-rows';
import { checkWaiting, clearWaiting, placeWaiting, WAITING_BYTES } from './out-values';

export { completeBy, nameKeys, placeFormats };

let result: i32 = 0;
let output: i32 = 0;

/** Members that the loops of a chain share: start and length for each level and ordinal, of this record and of the one before. */
let shared: i32 = 0;
let sharedBefore: i32 = 0;
const SHARED_SIZE: i32 = 8;
const SHARED_BYTES: i32 = CHAIN.LOOPS * CHAIN.MEMBERS * SHARED_SIZE;

/** Bytes of the areas beside rows, text and output. */
export function areaBytes(): i32 {
  return WAITING_BYTES + MORE_BYTES + 2 * SHARED_BYTES;
}

export function place(rows: i32, segments: i32, cells: i32, scratch: i32, areas: i32, newOutput: i32, newResult: i32): void {
  placeRows(rows, segments, cells, scratch);
  placeWaiting(areas);
  placeMore(areas + WAITING_BYTES);
  shared = areas + WAITING_BYTES + MORE_BYTES;
  sharedBefore = shared + SHARED_BYTES;
  output = newOutput;
  result = newResult;
}

export function delimit(element: i32, component: i32, repetition: i32, terminator: i32, ending: i32, endingLength: i32): void {
  refuse(element, component, repetition, terminator);
  separateBy(element, component, ending, endingLength);
}

// Loops of the chain: rows, and whether what they share differs from the record before.
const loops = memory.data(32);
const differs = memory.data(32);

/** True for a record that is remembered, and not written. */
let isOnlyRead: bool = false;

/**
 * Writes a unit. `start` and `end` bound its JSON; that of the record before must still be there. `mostCommon` is the number of loops that both may share,
 * `isFull` says that the innermost of them may hold no further unit. A record of which `reference` is not 0 is only remembered: 1 for the first of its
 * transaction set. Gives 1 for a written unit, 0 for one that is left to the host, and -1 for one that has a member for which the unit has no place.
 */
export function writeUnit(unit: i32, start: i32, end: i32, mostCommon: i32, isFull: i32, reference: i32): i32 {
  clearRows();
  clearWaiting();
  clearDays();
  cutMoreTo(0);
  beginMembers();
  isOnlyRead = reference != 0;
  if (reference == 1) learnStyle();
  const count = load<i32>(unit, UNIT.COUNT);
  let loop = 0;
  for (let level = 1; level < count; level++) {
    loop = makeLoop(load<i32>(load<i32>(unit, UNIT.CHAIN) + (level << 2)), loop);
    store<i32>(loops + (level << 2), loop);
  }
  memory.fill(shared, 0, SHARED_BYTES);
  for (let level = 0; level < CHAIN.LOOPS; level++) store<i32>(differs + (level << 2), 0);
  moveTo(start);
  const object = numberObject();
  const status = readMembers(load<i32>(unit), object, loop);
  if (status <= 0 || at != end) return status < 0 ? status : 0;
  if (reference != 0) {
    // What is compared by its bytes must be in the form that all others have.
    writeShared(1, count, load<i32>(unit), object);
    if (hasFailed) return 0;
    if (reference > 1) memory.copy(shared, sharedBefore, CHAIN.MEMBERS * SHARED_SIZE);
    swap();
    return 1;
  }
  compareAbsent(count);
  if (load<i32>(differs) != 0) return 0;
  let common = 1;
  while (common < count - 1 && common < mostCommon && load<i32>(differs + (common << 2)) == 0) common++;
  if (isFull != 0 && common == count - 1 && common > 1) common--;
  writeShared(common, count, load<i32>(unit), object);
  writeDays(object);
  checkWaiting();
  if (hasFailed) return 0;
  emit(unit, common, count);
  if (hasFailed) return 0;
  swap();
  return 1;
}

/** Reads the members of the record: those of the unit are written, those of the loops around it noted. */
function readMembers(block: i32, object: i32, loop: i32): i32 {
  const end = block + BLOCK.HEAD + load<i32>(block) * MEMBER.SIZE;
  let next = block + BLOCK.HEAD;
  let rivals = 0;
  pass(BRACE_OPEN);
  while (!hasFailed) {
    const member = findMember(block, next, end);
    if (member == 0) return -1;
    if (member < end) next = member + MEMBER.SIZE;
    passKey(load<i32>(member, MEMBER.KEY));
    if (!passAbsent()) {
      const rival = load<i32>(member, MEMBER.RIVAL);
      if ((rivals & rival) != 0) return 0;
      rivals |= rival;
      const level = load<i32>(member, MEMBER.LEVEL);
      meet(member, object);
      if (level >= 0) note(level, load<i32>(member, MEMBER.ORDINAL));
      else if (isOnlyRead) passValue(0);
      else writeIn(member, object, loop, 0, 0);
    }
    if (!isAt(COMMA)) break;
    passComma();
  }
  pass(BRACE_CLOSE);
  return hasFailed ? 0 : 1;
}

/** Notes a shared member, and whether it has the bytes that it had in the record before. */
function note(level: i32, ordinal: i32): void {
  const offset = (level * CHAIN.MEMBERS + ordinal) * SHARED_SIZE;
  const row = shared + offset;
  const before = load<i32>(sharedBefore + offset);
  const length = load<i32>(sharedBefore + offset, 4);
  const start = at;
  store<i32>(row, start);
  if (length > 0 && isSame(before, start, length) && isBehindValue(load<u8>(start + length))) {
    moveTo(start + length);
    // The first record of a transaction set stays; all others are compared with it.
    if (level == 0) store<i32>(row, before);
  } else {
    passCanonical();
    store<i32>(differs + (level << 2), 1);
  }
  store<i32>(row, at - start, 4);
}

/** A number may go on behind its bytes of the record before. */
@inline
function isBehindValue(byte: u8): bool {
  return byte == COMMA || byte == BRACE_CLOSE;
}

/** A member that is absent now differs from one that was there; the transaction set may be described by the first record alone. */
function compareAbsent(count: i32): void {
  for (let level = 0; level < count; level++) {
    for (let ordinal = 0; ordinal < CHAIN.MEMBERS; ordinal++) {
      const offset = (level * CHAIN.MEMBERS + ordinal) * SHARED_SIZE;
      if (load<i32>(sharedBefore + offset) == 0 || load<i32>(shared + offset) != 0) continue;
      if (level == 0) memory.copy(shared + offset, sharedBefore + offset, SHARED_SIZE);
      else store<i32>(differs + (level << 2), 1);
    }
  }
}

/** Writes the shared members of the loops that are begun, in the order of their declaration. */
function writeShared(common: i32, count: i32, block: i32, object: i32): void {
  const loop = load<i32>(loops + ((count - 1) << 2));
  // The loops around are written already.
  if (common > 1) store<i32>(load<i32>(loops + (common << 2)), 0, OUT_LOOP.PARENT);
  const members = load<i32>(block);
  let member = block + BLOCK.HEAD;
  for (let i = 0; i < members && !hasFailed; i++, member += MEMBER.SIZE) {
    const level = load<i32>(member, MEMBER.LEVEL);
    if (level < common) continue;
    const start = load<i32>(shared + (level * CHAIN.MEMBERS + load<i32>(member, MEMBER.ORDINAL)) * SHARED_SIZE);
    if (start == 0) continue;
    moveTo(start);
    writeIn(member, object, loop, 0, 0);
  }
}

function emit(unit: i32, common: i32, count: i32): void {
  for (let level = common; level < count; level++) if (saysLevel(load<i32>(loops + (level << 2)))) return fail();
  for (let level = common; level < count && !hasFailed; level++) complete(load<i32>(loops + (level << 2)));
  placeOutput(output);
  store<i32>(result, common);
  const chain = load<i32>(unit, UNIT.CHAIN);
  for (let level = common; level < count && !hasFailed; level++) {
    const row = result + RESULT.LOOPS + level * WRITTEN.SIZE;
    clearCount();
    store<i32>(row, out);
    const loop = load<i32>(loops + (level << 2));
    if (level == count - 1) writeLoop(loop, 1);
    else writeContent(loop, load<i32>(load<i32>(chain + ((level + 1) << 2))));
    store<i32>(row, out, WRITTEN.END);
    store<i32>(row, written, WRITTEN.COUNT);
  }
}

/** True where the record has values for a segment that the host writes by itself. */
function saysLevel(loop: i32): bool {
  const definition = load<i32>(loop);
  if (load<i32>(definition, DEFINITION.NUMBERED) != NUMBERED.LEVEL) return false;
  const trigger = findSegment(loop, load<i32>(definition, DEFINITION.KEY));
  return trigger != 0 && load<i32>(trigger, OUT_SEGMENT.FIRST_CELL) != 0;
}

function swap(): void {
  const before = sharedBefore;
  sharedBefore = shared;
  shared = before;
}

/** The member for which the last record was left to the host, until it is compiled; 0 for another reason. */
export function wantedMember(): i32 {
  return wanted;
}

/** Forgets the record before. */
export function forget(): void {
  memory.fill(sharedBefore, 0, SHARED_BYTES);
}
