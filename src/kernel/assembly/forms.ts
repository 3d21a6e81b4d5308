/*
 * Makes the forms of the segments of a record, and compares them with those of which all is known to be in the record. The forms are those of
 * `element-forms.ts` and `unread-values.ts`, which learn them.
 */
import { DOT, SPACE } from './ascii';
import { UNCLEAN_AT, UNREAD_AT } from '../areas';
import { DEF, FORM, FORM_OF_SEGMENT, KIND, KNOWN, LOOP, READ, SEGMENT, UNCLEAN, VALUE } from '../layout';
import { bytes, componentEnd, componentStart, endAt, endOf, has, loopRow, marks, NONE, pack, partEnd, segmentRow, separator, slotOf, startAt, startOf } from './rows';
import { bytesAt, DAY_LENGTH, dayAt, isDigit, isPeriod, pointIn, WORD } from './values';

/** Gives the form of a value that is no plain number or date. */
@external('host', 'formOfOdd')
declare function formOfOdd(kind: i32, start: i32, end: i32): i32;

/** Numbers up to this are no objects in TypeScript, which makes the same hashes. */
const SMALL: i32 = 0x3fffffff;

/** The form of any code of an external list. */
const ANY_CODE: i32 = -1;

const LATER = 1;
const TWIN = 2;
const NOTHING_BEFORE = 0;
const NO_CODE = -2;

/** So many segments back are compared with one; see `codesBefore`. */
const MOST_BACK = 64;

/** The most kinds of child loops that are compared in one loop, and the most nested loops. */
const MOST_KINDS = 64;
const MOST_LEVELS = 16;
const kinds: usize = memory.data(MOST_KINDS * MOST_LEVELS * 4);

let known: i32 = 0;
let readForms: i32 = 0;
let repetition: i32 = 0;

/** True where segments in which validation may find something are left to the host. */
let leavesUnclean: bool = false;

/** A loop that cannot be compared here. */
const OTHER: i32 = -2;

/**
 * Looks at a loop and those in it. Gives -1 if everything there is in the record, the slot of the first segment for which this is unknown,
 * and -2 if TypeScript has to look. The table has what is known of segments by slot,
 * and `read` the forms of which all is in the record.
 */
export function unread(table: i32, read: i32, loop: i32, repetitionSeparator: i32): i32 {
  known = table;
  readForms = read;
  repetition = repetitionSeparator;
  return lookAt(loop, 17, 0);
}

/** As `unread` for a loop that is walked with validation: leaves segments in which validation may find something to the host. */
export function unreadButUnclean(table: i32, read: i32, loop: i32, repetitionSeparator: i32): i32 {
  leavesUnclean = true;
  const found = unread(table, read, loop, repetitionSeparator);
  leavesUnclean = false;
  return found;
}

/** Leaves a segment to the host; false for one that is clean. */
function leave(segment: i32, place: i32): bool {
  if (!leavesUnclean || load<u8>(UNCLEAN_AT + segment) == 0) return false;
  store<u8>(UNCLEAN_AT + segment, UNCLEAN.UNREAD);
  store<i32>(UNREAD_AT + (segment << 2), place);
  return true;
}

@inline
function mix(hash: i32, value: i32): i32 {
  return (hash ^ value ^ <i32>(<u32>hash >> 15)) * <i32>0x9e3779b1;
}

@inline
function knownAt(slot: i32): i32 {
  return load<i32>(known + (slot << 2));
}

/** The seed of what follows others of its kind with other codes. */
@inline
function seedAfter(seed: i32, before: i32): i32 {
  return before == NOTHING_BEFORE ? seed : mix(seed, before);
}

function lookAt(loop: i32, seed: i32, level: i32): i32 {
  const row = loopRow(loop);
  const from = load<i32>(row);
  const to = load<i32>(row, LOOP.TO);
  const places = load<i32>(row, LOOP.PLACES);
  for (let segment = from; segment < to; segment++) {
    const slot = slotOf(segment);
    if (slot < 0) return OTHER;
    const one = knownAt(slot);
    if (one == 0) return slot;
    if (load<i32>(one, KNOWN.IS_LEVEL) != 0) continue;
    const first = load<i32>(places + (load<i32>(one, KNOWN.POSITION) << 2));
    let before = NOTHING_BEFORE;
    if (segment != from && segment != first) before = segment - from > MOST_BACK ? TWIN : codesBefore(segment, max(first, from), slot, one);
    const place = mix(seedAfter(seed, before), slot);
    if (!isRead(segment, place, one, loop) && !leave(segment, place)) return slot;
  }
  return load<i32>(row, LOOP.CHILD) < 0 ? NONE : lookAtLoops(load<i32>(row, LOOP.CHILD), seed, level);
}

function lookAtLoops(first: i32, seed: i32, level: i32): i32 {
  if (level == MOST_LEVELS) return OTHER;
  const base = kinds + level * MOST_KINDS * 4;
  let count = 0;
  let lastSlot = NONE;
  let before = NOTHING_BEFORE;
  let last = NO_CODE;
  for (let loop = first; loop >= 0; loop = load<i32>(loopRow(loop), LOOP.NEXT)) {
    const trigger = load<i32>(loopRow(loop));
    if (trigger == load<i32>(loopRow(loop), LOOP.TO)) return OTHER;
    const slot = slotOf(trigger);
    if (slot < 0) return OTHER;
    const one = knownAt(slot);
    if (one == 0) return slot;
    // A loop without its trigger.
    if (load<i32>(one, KNOWN.POSITION) != 0) return OTHER;
    if (load<i32>(one, KNOWN.HOLDS_UNITS) != 0) continue;
    const code = codeOf(trigger, one);
    if (slot != lastSlot) {
      lastSlot = slot;
      before = NOTHING_BEFORE;
      last = NO_CODE;
    }
    const kind = mix(mix(seed, slot), code);
    let at = count - 1;
    while (at >= 0 && load<i32>(base + (at << 2)) != kind) at--;
    if (at < 0 && count < MOST_KINDS) store<i32>(base + (count++ << 2), kind);
    const found = lookAt(loop, at < 0 ? seedAfter(kind, before) : mix(kind, LATER), level + 1);
    if (found != NONE) return found;
    if (code != last) before = mix(before, code);
    last = code;
  }
  return NONE;
}

/** The code that distinguishes segments of the same place. */
function codeOf(segment: i32, one: i32): i32 {
  const element = load<i32>(one);
  if (element == 0 || !has(segment, element)) return 0;
  const end = endOf(segment, element);
  const start = componentStart(startOf(segment, element), end, load<i32>(one, KNOWN.COMPONENT));
  return start < 0 ? 0 : pack(start, componentEnd(start, end));
}

/** The codes of the segments of the same place before one, as in `unread-values.ts`. */
function codesBefore(segment: i32, first: i32, slot: i32, one: i32): i32 {
  if (load<i32>(one) == 0) return TWIN;
  const own = codeOf(segment, one);
  let before = NOTHING_BEFORE;
  let last = NO_CODE;
  for (let other = first; other < segment; other++) {
    if (slotOf(other) != slot) continue;
    const found = codeOf(other, one);
    if (found == own) return TWIN;
    if (found != last) before = mix(before, found);
    last = found;
  }
  return before;
}

/** Elements that have a bit of their own; a segment with more is left to the host. */
const BITS: i32 = 32;

/** Bits of the elements of a segment that are not empty. Marks of four elements are compared at once; behind the last marks there is readable memory. */
@inline
function filledElements(mark: i32, count: i32): i32 {
  let filled = 0;
  const empty = i32x4.splat(1);
  for (let i = 0; i < count; i += 4) {
    const lengths = i32x4.sub(v128.load(mark + (i << 2), 4), v128.load(mark + (i << 2)));
    filled |= i32x4.bitmask(i32x4.gt_s(lengths, empty)) << i;
  }
  return filled & <i32>(<u32>-1 >> <u32>(BITS - count));
}

/** True where a space stands behind a delimiter, or in the bytes of one vector behind the segment. */
@inline
function mayHaveSpaces(start: i32, end: i32): bool {
  const delimiters = i8x16.splat(load<u8>(bytes + start));
  const spaces = i8x16.splat(SPACE);
  for (let at = bytes + start; at < bytes + end; at += 16) {
    if (v128.any_true(v128.and(i8x16.eq(v128.load(at), delimiters), i8x16.eq(v128.load(at, 1), spaces)))) return true;
  }
  return false;
}

/** Of some elements those that begin with a space: they may be blank. */
function spacedOf(elements: i32, mark: i32): i32 {
  let spaced = 0;
  for (let rest = elements; rest != 0; rest &= rest - 1) {
    const i = ctz(rest);
    if (load<u8>(bytes + startAt(mark + (i << 2))) == SPACE) spaced |= 1 << i;
  }
  return spaced;
}

/** Makes the form of a segment, and looks for it among those of which all is read; see FormOfSegment and ReadForms. */
function isRead(segment: i32, place: i32, one: i32, loop: i32): bool {
  const form = load<i32>(one, KNOWN.FORM);
  const length = form == 0 ? 0 : load<i32>(form);
  const count = load<i32>(segmentRow(segment), SEGMENT.COUNT);
  if (count > BITS) return false;
  const mark = marks + ((load<i32>(segmentRow(segment)) + 1) << 2);
  const filled = count == 0 ? 0 : filledElements(mark, count);
  const texts = form == 0 ? filled : filled & load<i32>(form, FORM_OF_SEGMENT.TEXTS);
  let plain = texts;
  if (mayHaveSpaces(load<i32>(mark), load<i32>(mark + (count << 2)))) plain &= ~spacedOf(texts, mark);
  let hash = place;
  let decimals = 0;
  for (let rest = filled ^ plain; rest != 0; rest &= rest - 1) {
    const i = ctz(rest);
    const start = startAt(mark + (i << 2));
    const end = endAt(mark + (i << 2));
    const element = form + FORM.HEAD + i * FORM.SIZE;
    const kind = i < length ? load<i32>(element) : KIND.TEXT;
    if (kind == KIND.CODE) hash = mix(hash, i * 64 + formOfCode(start, end));
    else {
      const made = kind == KIND.NUMBER ? formOfNumber(start, end) : formOf(start, end, kind, i < length ? load<i32>(element, FORM.PARTS) : 0);
      if (kind == KIND.NUMBER && made == VALUE.DIGITS) plain |= 1 << i;
      else if (kind == KIND.NUMBER && made == VALUE.DECIMAL) decimals |= 1 << i;
      else if (made != 0) hash = mix(hash, i * 64 + made);
    }
  }
  const codes = hash & SMALL;
  const found = readForms + (codes & (READ.ROWS - 1)) * READ.SIZE;
  const isSame = load<i32>(found) == codes;
  const knownPlain = isSame ? load<i32>(found, READ.PLAIN) : 0;
  const knownDecimals = isSame ? load<i32>(found, READ.DECIMALS) : 0;
  if (isSame && (plain & ~knownPlain) == 0 && (decimals & ~knownDecimals) == 0) return true;
  if (!areElementsRead(segment, place, form)) return isReadAround(mix(mix(codes, plain), decimals) & SMALL, loop);
  // A form that stands there may be one that its elements alone do not decide: only the host knows it.
  if (isSame || load<i32>(found) == NONE) {
    store<i32>(found, codes);
    store<i32>(found, plain | knownPlain, READ.PLAIN);
    store<i32>(found, decimals | knownDecimals, READ.DECIMALS);
  }
  return true;
}

/** True where each element is read in whatever segment of the place; see `elementFormsOf`. */
function areElementsRead(segment: i32, place: i32, form: i32): bool {
  const length = form == 0 ? 0 : load<i32>(form);
  const count = load<i32>(segmentRow(segment), SEGMENT.COUNT);
  let first = 0;
  let before = 0;
  let beforeThat = 0;
  for (let i = 0; i < count; i++) {
    const start = startOf(segment, i + 1);
    const end = endOf(segment, i + 1);
    const element = form + FORM.HEAD + i * FORM.SIZE;
    const kind = i < length ? load<i32>(element) : KIND.TEXT;
    const isExternal = i < length && load<i32>(element, FORM.IS_EXTERNAL) != 0;
    const own = start < end ? formOf(start, end, kind, i < length ? load<i32>(element, FORM.PARTS) : 0) : 0;
    let code = 0;
    if (kind == KIND.CODE && !isExternal) code = own;
    else if (kind == KIND.COMPOSITE && own != 0) code = codeOfParts(start, end, load<i32>(element, FORM.PARTS));
    if (i == 0) first = code;
    if (own != 0) {
      const around = mix(mix(mix(mix(place, i), first), before), beforeThat);
      if (!isPartRead(mix(around, own) & SMALL) && !(kind == KIND.CODE && isExternal && isPartRead(mix(around, ANY_CODE) & SMALL))) return false;
    }
    beforeThat = before;
    before = code;
  }
  return true;
}

/** True where a form is read with what stands in its loop and in those around it; see `surroundedBy`. */
function isReadAround(form: i32, loop: i32): bool {
  let hash = form;
  for (let node = loop; node >= 0; node = load<i32>(loopRow(node), LOOP.PARENT)) {
    const row = loopRow(node);
    const def = load<i32>(row, LOOP.DEF);
    if (def == 0) return false;
    const places = load<i32>(row, LOOP.PLACES);
    const count = load<i32>(def, DEF.CHILDREN);
    for (let i = 0; i < count; i++) if (load<i32>(places + (i << 2)) >= 0) hash = mix(hash, i);
    let last = NONE;
    for (let child = load<i32>(row, LOOP.CHILD); child >= 0; child = load<i32>(loopRow(child), LOOP.NEXT)) {
      const slot = slotOf(load<i32>(loopRow(child)));
      if (slot < 0 || knownAt(slot) == 0 || load<i32>(knownAt(slot), KNOWN.POSITION) != 0) return false;
      if (slot == last || load<i32>(knownAt(slot), KNOWN.HOLDS_UNITS) != 0) continue;
      hash = mix(hash, slot);
      last = slot;
    }
  }
  return isPartRead(hash & SMALL);
}

/** See ReadForms.hasPart. */
function isPartRead(form: i32): bool {
  const table = readForms + READ.PARTS;
  for (let i = 0; i < READ.PART_COUNT; i++) {
    const one = load<i32>(table + (((form + i) & (READ.PART_COUNT - 1)) << 2));
    if (one == form) return true;
    if (one == NONE) break;
  }
  return false;
}

function formOf(start: i32, end: i32, kind: i32, parts: i32): i32 {
  switch (kind) {
    case KIND.CODE:
      return formOfCode(start, end);
    case KIND.NUMBER:
      return formOfNumber(start, end);
    case KIND.DATE:
      return formOfDate(start, end);
    case KIND.COMPOSITE:
      return formOfParts(start, end, separator, parts);
    case KIND.REPEATED:
      return formOfParts(start, end, repetition, parts);
    default:
      return isBlank(start, end) ? 0 : 1;
  }
}

function isBlank(start: i32, end: i32): bool {
  for (let i = start; i < end; i++) if (load<u8>(bytes + i) != SPACE) return false;
  return true;
}

/** So many bytes of a code are one number. */
const FIRST_BYTES: i32 = 4;

function formOfCode(start: i32, end: i32): i32 {
  if (start >= end) return 0;
  let hash = <i32>bytesAt(bytes + start, min(end - start, FIRST_BYTES)) + 1;
  for (let i = start + FIRST_BYTES; i < end; i++) hash = hash * 31 + load<u8>(bytes + i);
  return hash;
}

/** The code that a composite begins with; 0 for none. */
function codeOfParts(start: i32, end: i32, form: i32): i32 {
  const part = form + FORM.HEAD;
  const isCode = form != 0 && load<i32>(form) > 0 && load<i32>(part) == KIND.CODE && load<i32>(part, FORM.IS_EXTERNAL) == 0;
  return isCode ? formOfCode(start, componentEnd(start, end)) : 0;
}

function formOfParts(start: i32, end: i32, divider: i32, form: i32): i32 {
  const last = form == 0 ? -1 : load<i32>(form) - 1;
  let hash = 7;
  let index = 0;
  let from = start;
  while (from <= end) {
    const to = divider < 0 ? end : partEnd(from, end, <u8>divider);
    if (from < to) {
      const part = form + FORM.HEAD + min(index, last) * FORM.SIZE;
      const kind = last < 0 ? KIND.TEXT : load<i32>(part);
      hash = mix(hash, index * 64 + formOf(from, to, kind, last < 0 ? 0 : load<i32>(part, FORM.PARTS)));
    }
    index++;
    from = to + 1;
  }
  return mix(hash, index);
}

function formOfNumber(start: i32, end: i32): i32 {
  if (end - start <= WORD) {
    const dot = pointIn(bytes + start, end - start);
    if (dot < 0) return formOfOdd(KIND.NUMBER, start, end);
    return dot == end - start ? VALUE.DIGITS : VALUE.DECIMAL;
  }
  let point = -1;
  for (let i = start; i < end; i++) {
    const one = load<u8>(bytes + i);
    if (isDigit(one)) continue;
    if (one != DOT || point >= 0 || i == start || i == end - 1) return formOfOdd(KIND.NUMBER, start, end);
    point = i;
  }
  if (end - start > VALUE.LONGEST_PLAIN) return formOfOdd(KIND.NUMBER, start, end);
  return point < 0 ? VALUE.DIGITS : VALUE.DECIMAL;
}

function formOfDate(start: i32, end: i32): i32 {
  if (end - start == DAY_LENGTH && dayAt(start) >= 0) return VALUE.DAY;
  if (isPeriod(start, end) && dayAt(start) >= 0 && dayAt(start + DAY_LENGTH + 1) >= 0) return VALUE.DAY + (end - start) + 1;
  return formOfOdd(KIND.DATE, start, end);
}
