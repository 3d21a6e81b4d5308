/*
 * Walks the segments of a transaction set into the loops of its guide, as far as everything is where the guide has it, and writes each unit
 * that closes. It stops before the first segment that `LoopWalker` may place otherwise: nothing here decides about dirty input.
 */
import { ZERO } from './ascii';
import { MARKS_AT, MAX_LOOPS, MAX_UNITS, SPARE_LOOPS, SPARE_PLACES, UNCLEAN_AT, UNITS_AT, WALK_AT, WALK_JSON_LIMIT } from '../areas';
import { CANDIDATE, DEF, LOOP, PLACE, STATE, TRAIT, UNCLEAN, UNIT, WALK } from '../layout';
import { checkBy, isClean } from './checks';
import { closesLoops, HL, isConfirmed, isOfEnvelope, isSilent, look } from './confirmation';
import { issuesAt, writeAlone } from './encode';
import { unread, unreadButUnclean } from './forms';
import { addHolder, addLevel, contentOf, cutLogTo, endContent, freeze, hasRoomForHolder, hashAround, holdBytes, holderCount, logTally } from './holders';
import { continueHash } from './ids';
import { bytesOf, choicesOf, choose, current, defOf, firstAt, goInto, hasSeen, hasTrait, is, isPlace, keyOf, mark, openChild, opensOf, parentOf } from './open-loops';
import { bytes, endOf, has, loopRow, NONE, placeSegment, separateComponents, startOf } from './rows';
import { areRulesKept } from './rules';
import { areHeadsComplete, arrive, beginTally, closeHeads, isInUnit, mayClose, noteChecked } from './tally';
import { isDigit } from './values';

/** Records of more bytes are written in parts, by the host. */
const LARGE_BYTES: i32 = 1 << 16;
/** What is incomplete at the end is not walked again when it has more bytes. */
const LARGEST_WAITING: i32 = 1 << 14;
/** Counts of a loop that change when one opens in it. */
const TALLY_BYTES: i32 = LOOP.CHECKED_TO - LOOP.FURTHEST;
/** The last segments of a list are placed when more is known. */
const LAST_SEGMENTS: i32 = 2;
/** Level numbers of more digits are left to the host. */
const LONGEST_NUMBER: i32 = 9;

// The state of the walk.
let loopCount: i32 = 0;
let places: i32 = 0;
let firstLoop: i32 = 0;
let from: i32 = 0;
let to: i32 = 0;
let unitCount: i32 = 0;
let ownBytes: i32 = 0;
let highestLevel: i32 = 0;
let ancestor: i32 = 0;
let nestsLevels: bool = false;
/** True where no loop is a record: all of them stay. */
let isWhole: bool = false;
let repetition: i32 = 0;
let firstNumber: i32 = 0;
let jsonAt: i32 = 0;
let separator: u32 = 0;
let separatorLength: i32 = 0;
/** Segments that are read when one is placed: the one after a segment in doubt is read before that is placed. */
let readTo: i32 = 0;

// With validation:
let validates: bool = false;
let nextLevel: i32 = 0;
/** What the loop has counted in which the next one opens, before it counts that. */
const counted = memory.data(TALLY_BYTES);

// The last segment that opened a loop around records, or of one, in a loop that does not change any more; and the state before it.
let waitingFrom: i32 = 0;
let waitingIn: i32 = 0;
let waitingBytes: i32 = 0;
let waitingHolders: i32 = 0;
let waitingNextLevel: i32 = 0;
const waitingCounted = memory.data(TALLY_BYTES);

/** True where validation may find something in the structure of the open unit. */
let isOdd: bool = false;
/** True where it may find something in the elements of the open unit, or, before it opens, in the segment that opens it. */
let isUnclean: bool = false;
let opensUnclean: bool = false;
/** True where a rule of the set may find something in the open unit; bits of the rules that are on. */
let asksRules: bool = false;
let rules: i32 = 0;

// Opening and closing

/** Writes whole vectors: behind the last places is room. A call of `memory.fill` costs more than so few bytes. */
@inline
function fill(at: i32, length: i32, value: i32): void {
  const vector = i32x4.splat(value);
  for (let i = 0; i < length; i += 16) v128.store(at + i, vector);
}

function open(def: i32, parent: i32, trigger: i32): void {
  closeTo(parent);
  if (hasTrait(def, TRAIT.OF_RECORDS) && is(parent, STATE.FROZEN)) keepState(parent, trigger);
  const loop = loopCount++;
  const row = loopRow(loop);
  const count = load<i32>(def, DEF.CHILDREN);
  const isOfRecords = hasTrait(def, TRAIT.OF_RECORDS);
  const isUnit = hasTrait(def, TRAIT.UNIT);
  const position = load<i32>(def, DEF.POSITION);
  fill(places, count << 2, -1);
  fill(places + (count << 2), count << 2, 0);
  store<i32>(row, trigger);
  store<i32>(row, trigger, LOOP.TO);
  store<i32>(row, NONE, LOOP.CHILD);
  store<i32>(row, NONE, LOOP.NEXT);
  store<i32>(row, places, LOOP.PLACES);
  store<i32>(row, position + 1, LOOP.DEFINITION);
  store<i32>(row, trigger, LOOP.FIRST);
  store<i32>(row, parent, LOOP.PARENT);
  store<i32>(row, def, LOOP.DEF);
  store<i32>(row, NONE, LOOP.LAST);
  store<i32>(row, 0, LOOP.STATE);
  store<i32>(row, places + (count << 2), LOOP.SEEN);
  store<i32>(row, NONE, LOOP.NUMBER);
  store<i32>(row, 0, LOOP.SHARED_BYTES);
  store<i32>(row, isUnit ? 0 : isOfRecords ? ++ancestor : load<i32>(loopRow(parent), LOOP.ANCESTOR), LOOP.ANCESTOR);
  places += count << 3;
  if (validates) beginTally(row);
  if (isUnit) {
    isUnclean = opensUnclean;
    isOdd = asksRules = false;
  }
  const parentRow = loopRow(parent);
  if (!isUnit && !is(parent, STATE.FROZEN)) store<i32>(load<i32>(parentRow, LOOP.SEEN) + (position << 2), 1);
  if (!isOfRecords) append(parent, loop);
  else {
    endContent(parent, trigger);
    if (!isUnit) addHolder(loop, row, def, parent, trigger);
  }
  goInto(loop);
  add(loop, trigger, 0, load<i32>(def, DEF.SLOT));
}

/** Makes a loop the last child of another. */
function append(parent: i32, loop: i32): void {
  const row = loopRow(parent);
  const last = load<i32>(row, LOOP.LAST);
  if (last < 0) store<i32>(row, loop, LOOP.CHILD);
  else store<i32>(loopRow(last), loop, LOOP.NEXT);
  store<i32>(row, loop, LOOP.LAST);
  store<i32>(loopRow(loop), NONE, LOOP.NEXT);
}

/** The walk may go back to a segment that opens a loop. */
function keepState(parent: i32, trigger: i32): void {
  waitingFrom = trigger;
  waitingIn = parent;
  waitingBytes = ownBytes;
  waitingHolders = holderCount;
  waitingNextLevel = nextLevel;
  if (validates) memory.copy(waitingCounted, counted, TALLY_BYTES);
}

/** Goes back to the segment that opened what is incomplete at the end, where little came since; false where it stays. */
function goBack(): bool {
  if (waitingFrom <= from || to - at > LAST_SEGMENTS || ownBytes > LARGEST_WAITING) return false;
  at = waitingFrom;
  ownBytes = waitingBytes;
  cutLogTo(waitingHolders);
  nextLevel = waitingNextLevel;
  goInto(waitingIn);
  if (validates) memory.copy(loopRow(waitingIn) + LOOP.FURTHEST, waitingCounted, TALLY_BYTES);
  return true;
}

function add(loop: i32, segment: i32, position: i32, slot: i32): void {
  const row = loopRow(loop);
  placeSegment(segment, slot);
  store<i32>(row, segment + 1, LOOP.TO);
  const first = load<i32>(row, LOOP.PLACES) + (position << 2);
  if (load<i32>(first) < 0) store<i32>(first, segment);
  ownBytes += bytesOf(segment);
}

function closeTo(loop: i32): void {
  while (current != loop) {
    const closed = current;
    const def = defOf(closed);
    if (validates && !isOdd && isInUnit(closed)) {
      isOdd = !mayClose(closed);
      if (!asksRules) asksRules = !areRulesKept(closed, rules);
    }
    goInto(parentOf(closed));
    if (!hasTrait(def, TRAIT.OF_RECORDS)) continue;
    if (hasTrait(def, TRAIT.UNIT)) close(closed, def);
    else {
      endContent(closed, at);
      holdBytes(closed, current);
      if (validates) {
        noteChecked(closed, load<i32>(def, DEF.CHILDREN));
        logTally(closed);
      }
    }
    // The host keeps the rows of its own loops.
    if (closed < firstLoop) continue;
    loopCount = closed;
    places = load<i32>(loopRow(closed), LOOP.PLACES);
  }
}

/** The segment that is placed now. */
let at: i32 = 0;

/** Writes a unit. */
function close(unit: i32, def: i32): void {
  const parent = parentOf(unit);
  const start = load<i32>(loopRow(unit));
  freeze(parent);
  let shared = 0;
  for (let node = parent; node >= 0; node = parentOf(node)) shared += load<i32>(loopRow(node), LOOP.SHARED_BYTES);
  const program = load<i32>(def, DEF.PROGRAM);
  const isPlain = program != 0 && ownBytes + shared <= LARGE_BYTES;
  let end = 0;
  let lookedAt = at - start;
  if (!is(parent, STATE.LOOKED_AT)) {
    let isAllRead = isPlain;
    for (let node = parent; node >= 0 && !is(node, STATE.LOOKED_AT); node = parentOf(node)) {
      mark(node, STATE.LOOKED_AT);
      lookedAt += contentOf(node);
      isAllRead = isAllRead && unread(load<i32>(def, DEF.KNOWN), load<i32>(def, DEF.READ), node, repetition) == NONE;
    }
    if (isAllRead) end = written(unit, def, parent, start);
  } else if (isPlain) end = written(unit, def, parent, start);
  const row = UNITS_AT + unitCount++ * UNIT.SIZE;
  store<i32>(row, load<i32>(def, DEF.NUMBER));
  store<i32>(row, load<i32>(loopRow(parent), LOOP.HOLDER), UNIT.AROUND);
  store<i32>(row, start, UNIT.FROM);
  store<i32>(row, at, UNIT.TO);
  store<i32>(row, jsonAt, UNIT.JSON);
  store<i32>(row, end, UNIT.JSON_END);
  store<i32>(row, ownBytes, UNIT.BYTES);
  store<i32>(row, shared, UNIT.SHARED_BYTES);
  store<i32>(row, readTo, UNIT.READ_TO);
  store<i32>(row, lookedAt, UNIT.LOOKED_AT);
  store<i32>(row, isOdd ? 1 : 0, UNIT.IS_ODD);
  store<i32>(row, asksRules ? 1 : 0, UNIT.ASKS_RULES);
  store<i32>(row, isUnclean ? 1 : 0, UNIT.IS_UNCLEAN);
  store<i32>(row, end == 0 ? 0 : max(issuesAt, 0), UNIT.ISSUES);
  if (validates) closeHeads(parent, load<i32>(def, DEF.POSITION));
  ownBytes = 0;
  if (end == 0) return;
  store<u32>(end, separator);
  jsonAt = end + separatorLength;
}

/** Writes the JSON of a unit; gives where it ended, 0 where the host has to write it. */
function written(unit: i32, def: i32, parent: i32, start: i32): i32 {
  hashAround(parent);
  const row = loopRow(parent);
  continueHash(load<i32>(row, LOOP.HASH_A), load<i32>(row, LOOP.HASH_B), load<i32>(row, LOOP.HASH_C));
  const end = writeAlone(load<i32>(def, DEF.PROGRAM), unit, start, at, firstNumber + start - from, jsonAt, firstLoop);
  if (end < 0) return 0;
  const known = load<i32>(def, DEF.KNOWN);
  const read = load<i32>(def, DEF.READ);
  return (validates ? unreadButUnclean(known, read, unit, repetition) : unread(known, read, unit, repetition)) == NONE ? end : 0;
}

// Placing

/** Places a segment; false, with nothing changed, where the host has to place it. */
function place(segment: i32): bool {
  const key = keyOf(segment);
  if (isOfEnvelope(key)) return false;
  if (key == HL && nestsLevels) return placeLevel(segment);
  for (let node = current; node >= 0; node = parentOf(node)) {
    const choices = choicesOf(defOf(node), segment);
    if (choices == 0) continue;
    const candidate = choose(choices, segment);
    if (candidate > 0) return putInto(node, candidate, segment);
    if (candidate < 0 || load<i32>(choices) != 0) return false;
    // The id alone chooses only in the nearest loop that has it.
    return placeFurtherOut(parentOf(node), segment);
  }
  return false;
}

function placeFurtherOut(nearest: i32, segment: i32): bool {
  for (let node = nearest; node >= 0; node = parentOf(node)) {
    const candidate = choose(choicesOf(defOf(node), segment), segment);
    if (candidate < 0) return false;
    if (candidate != 0) return putInto(node, candidate, segment);
  }
  return false;
}

/** True for a loop to which only loops around records may come: it is in records, or the host holds it. */
function isClosed(loop: i32): bool {
  return is(loop, STATE.FROZEN) || (loop < firstLoop && !isWhole);
}

function putInto(loop: i32, candidate: i32, segment: i32): bool {
  const isTrailing = isPlace(candidate, PLACE.TRAILING);
  if ((load<i32>(candidate, CANDIDATE.TRAITS) & (PLACE.UNUSED | PLACE.IS_RECORD)) != 0 || (isTrailing && !isWhole)) return false;
  const opens = opensOf(candidate);
  if (opens == 0) {
    if (isClosed(loop)) return false;
    if (loop != current) return isWhole && putBehind(loop, candidate, segment);
    if (isTrailing && (is(loop, STATE.MAY_RESTART) || !isSilent(loop, segment + 1))) return false;
    const position = load<i32>(candidate, CANDIDATE.POSITION);
    if (isPlace(candidate, PLACE.ONCE) && firstAt(loop, position) >= 0) return false;
    if (validates && !isExpected(loop, position, segment, load<i32>(candidate))) return false;
    add(loop, segment, position, load<i32>(candidate));
    return true;
  }
  const child = openChild(loop);
  const position = load<i32>(opens, DEF.POSITION);
  if (child >= 0 && position < load<i32>(defOf(child), DEF.POSITION)) return false;
  if (hasTrait(opens, TRAIT.ONCE) && is(loop, STATE.MAY_RESTART) && hasSeen(loop, position)) return false;
  if (isClosed(loop) && !hasTrait(opens, TRAIT.OF_RECORDS)) return false;
  if (closesLoops(opens, loop, child)) {
    if (!isConfirmed(loop, candidate, child, segment + 1)) return false;
    readTo = segment + 2;
  }
  if (validates && !mayOpen(opens, loop, segment)) return false;
  open(opens, loop, segment);
  return true;
}

/** Places a segment behind the child loops of a loop, as one more of them. Nothing else comes to that loop. */
function putBehind(loop: i32, candidate: i32, segment: i32): bool {
  const position = load<i32>(candidate, CANDIDATE.POSITION);
  if (is(loop, STATE.MAY_RESTART) || position <= load<i32>(defOf(openChild(loop)), DEF.POSITION)) return false;
  if (firstAt(loop, position) >= 0 || !isSilent(loop, segment + 1)) return false;
  closeTo(loop);
  const row = loopRow(loopCount);
  memory.fill(row, 0, LOOP.SIZE);
  store<i32>(row, segment);
  store<i32>(row, segment + 1, LOOP.TO);
  store<i32>(row, NONE, LOOP.CHILD);
  append(loop, loopCount++);
  placeSegment(segment, load<i32>(candidate));
  store<i32>(load<i32>(loopRow(loop), LOOP.PLACES) + (position << 2), segment);
  ownBytes += bytesOf(segment);
  mark(loop, STATE.FROZEN);
  return true;
}

/** True where the rules find nothing in a segment at its place. What they may find in a unit is left to the host when the unit is complete. */
function isExpected(loop: i32, position: i32, segment: i32, slot: i32): bool {
  if (!isInUnit(loop)) return isClean(segment, slot) && arrive(loop, position);
  // The host looks at all of an odd unit.
  if (isOdd) return true;
  if (!isClean(segment, slot)) {
    markUnclean(segment);
    isUnclean = true;
  }
  isOdd = !arrive(loop, position);
  return true;
}

@inline
function markUnclean(segment: i32): void {
  store<u8>(UNCLEAN_AT + segment, UNCLEAN.READ);
}

/** As `isExpected` for a segment that opens a loop, and closes others. */
function mayOpen(def: i32, loop: i32, segment: i32): bool {
  const position = load<i32>(def, DEF.POSITION);
  const slot = load<i32>(def, DEF.SLOT);
  if (isInUnit(loop)) return isExpected(loop, position, segment, slot);
  for (let node = current; node != loop; node = parentOf(node)) if (!isInUnit(node) && !mayClose(node)) return false;
  const isUnit = hasTrait(def, TRAIT.UNIT);
  if (isUnit && !areHeadsComplete(loop, position)) return false;
  opensUnclean = !isClean(segment, slot);
  if (opensUnclean) markUnclean(segment);
  memory.copy(counted, loopRow(loop) + LOOP.FURTHEST, TALLY_BYTES);
  return (isUnit || !opensUnclean) && arrive(loop, position);
}

/** A level goes to the open loop that HL02 names. */
function placeLevel(segment: i32): bool {
  const number = numberAt(segment, 1);
  const parentNumber = numberAt(segment, 2);
  if (number < 0 || number <= highestLevel || parentNumber == -2) return false;
  let parent = current;
  while (parent >= 0 && (parentNumber < 0 ? parentOf(parent) >= 0 : load<i32>(loopRow(parent), LOOP.NUMBER) != parentNumber)) parent = parentOf(parent);
  if (parent < 0) return false;
  const candidate = choose(choicesOf(defOf(parent), segment), segment);
  if (candidate <= 0 || isPlace(candidate, PLACE.UNUSED)) return false;
  const opens = opensOf(candidate);
  if (opens == 0 || (!isWhole && (!hasTrait(opens, TRAIT.OF_RECORDS) || hasTrait(opens, TRAIT.UNIT)))) return false;
  if (validates && (number != nextLevel || !mayOpen(opens, parent, segment))) return false;
  openLevel(opens, parent, segment, number, parentNumber);
  return true;
}

function openLevel(def: i32, parent: i32, segment: i32, number: i32, parentNumber: i32): void {
  open(def, parent, segment);
  highestLevel = number;
  nextLevel = number + 1;
  mark(current, STATE.MAY_RESTART);
  store<i32>(loopRow(current), number, LOOP.NUMBER);
  if (!isWhole) addLevel(current, segment, number, parentNumber);
}

/** A number of few digits; -1 for an empty element, -2 for anything else. */
function numberAt(segment: i32, element: i32): i32 {
  if (!has(segment, element)) return NONE;
  const start = startOf(segment, element);
  const end = endOf(segment, element);
  if (start == end) return NONE;
  if (end - start > LONGEST_NUMBER) return -2;
  let number = 0;
  for (let i = start; i < end; i++) {
    const one = load<u8>(bytes + i);
    if (!isDigit(one)) return -2;
    number = number * 10 + <i32>(one - ZERO);
  }
  return number;
}

/** Walks the segments that the host has put into WALK, and says there how far it came. */
export function walkPlain(): void {
  from = load<i32>(WALK_AT);
  to = load<i32>(WALK_AT, WALK.TO);
  goInto(load<i32>(WALK_AT, WALK.CURRENT));
  firstLoop = loopCount = load<i32>(WALK_AT, WALK.FIRST_LOOP);
  places = load<i32>(WALK_AT, WALK.PLACES);
  firstNumber = load<i32>(WALK_AT, WALK.NUMBER);
  ownBytes = load<i32>(WALK_AT, WALK.BYTES);
  highestLevel = load<i32>(WALK_AT, WALK.LEVEL);
  ancestor = load<i32>(WALK_AT, WALK.ANCESTOR);
  nestsLevels = load<i32>(WALK_AT, WALK.NESTS_LEVELS) != 0;
  isWhole = load<i32>(WALK_AT, WALK.IS_WHOLE) != 0;
  look(to, load<i32>(WALK_AT, WALK.KEYS), nestsLevels, isWhole);
  separateComponents(load<i32>(WALK_AT, WALK.COMPONENT));
  repetition = load<i32>(WALK_AT, WALK.REPETITION);
  const checks = load<i32>(WALK_AT, WALK.CHECKS);
  validates = checks != 0;
  nextLevel = load<i32>(WALK_AT, WALK.NEXT_LEVEL);
  rules = load<i32>(WALK_AT, WALK.RULES);
  isOdd = isUnclean = opensUnclean = asksRules = false;
  waitingFrom = from;
  if (validates) {
    checkBy(checks, load<i32>(WALK_AT, WALK.CODES) != 0, repetition);
    memory.fill(UNCLEAN_AT + from, 0, to - from);
  }
  unitCount = 0;
  cutLogTo(0);
  jsonAt = load<i32>(WALK_AT, WALK.JSON);
  separator = load<u32>(WALK_AT, WALK.SEPARATOR);
  separatorLength = load<i32>(WALK_AT, WALK.SEPARATOR_LENGTH);
  at = from;
  readTo = at + 1;
  const opens = load<i32>(WALK_AT, WALK.OPENS);
  if (is(current, STATE.FROZEN)) {
    // The host has found out that the first segment stands where the guide has it, and that rules find nothing around a unit.
    if (validates) {
      arrive(current, load<i32>(opens, DEF.POSITION));
      opensUnclean = hasTrait(opens, TRAIT.UNIT) && !isClean(at, load<i32>(opens, DEF.SLOT));
      if (opensUnclean) markUnclean(at);
    }
    if (keyOf(at) == HL && nestsLevels) openLevel(opens, current, at, numberAt(at, 1), numberAt(at, 2));
    else open(opens, current, at);
    at++;
  }
  while (at < to && hasRoom()) {
    readTo = at + 1;
    if (!place(at)) break;
    at++;
  }
  const waits = load<i32>(WALK_AT, WALK.MAY_WAIT) != 0 && goBack();
  if (validates) logTallies();
  tell();
  store<i32>(WALK_AT, nextLevel, WALK.NEXT_LEVEL);
  store<i32>(WALK_AT, waits ? 1 : 0, WALK.MAY_WAIT);
}

/**
 * Closes what is open: nothing but segments that are records of their own stands between the one at which the walk stopped and the end of the transaction
 * set. `shownBy` is the segment that shows it. Leaves all open where the rules may find something in a loop around units.
 */
export function closeWalk(shownBy: i32): void {
  let root = current;
  for (; parentOf(root) >= 0; root = parentOf(root)) if (validates && !isInUnit(root) && !mayClose(root)) return;
  readTo = shownBy + 1;
  closeTo(root);
  tell();
}

/** The log has the tallies of all open loops around units. */
function logTallies(): void {
  for (let node = current; node >= firstLoop; node = parentOf(node)) if (!isInUnit(node) && hasTrait(defOf(node), TRAIT.OF_RECORDS)) logTally(node);
}

/** Says where the walk stands. */
function tell(): void {
  store<i32>(WALK_AT, at);
  store<i32>(WALK_AT, current, WALK.CURRENT);
  store<i32>(WALK_AT, ownBytes, WALK.BYTES);
  store<i32>(WALK_AT, ancestor, WALK.ANCESTOR);
  store<i32>(WALK_AT, unitCount, WALK.UNITS);
  store<i32>(WALK_AT, holderCount, WALK.HOLDERS);
}

/** True while one more segment has room, whatever it opens and closes. */
function hasRoom(): bool {
  return (
    jsonAt < WALK_JSON_LIMIT &&
    unitCount < MAX_UNITS - SPARE_LOOPS &&
    hasRoomForHolder() &&
    loopCount < MAX_LOOPS - SPARE_LOOPS &&
    places < MARKS_AT - SPARE_PLACES * 4
  );
}
