/*
 * Finds the values of a record that tables read. Nothing is parsed: a value is the place of its JSON.
 */
import { ENTRY, KIND, NODE } from '../machine-layout';
import { keep, lengthAt, nodeOf, slotOf } from './kept';
import { AROUND_NAME, entryOf, useNames } from './names';
import { find, isEqual } from './texts';

const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const BACKSLASH: u8 = 0x5c;
const BLANK: u8 = 0x20;
const TILDE: u8 = 0x7e;
const BRACE_OPEN: u8 = 0x7b;
const BRACE_CLOSE: u8 = 0x7d;
const BRACKET_OPEN: u8 = 0x5b;
const BRACKET_CLOSE: u8 = 0x5d;
const LETTER_F: u8 = 0x66;
const LETTER_N: u8 = 0x6e;
const LETTER_T: u8 = 0x74;
const VECTOR: i32 = 16;

/** The members of the root by their keys. */
let ofRoot: i32 = 0;
let root: i32 = 0;
/** True for a record that may share nodes with those before it. */
let isSharing: bool = false;

let free: i32 = 0;
let nodesEnd: i32 = 0;
let textEnd: i32 = 0;
/** True where there was no room for a node. */
let isFull: bool = false;

export function useKeys(newNames: i32, newOfRoot: i32): void {
  useNames(newNames);
  ofRoot = newOfRoot;
}

/** Says where nodes are. */
export function placeNodes(start: i32, end: i32): void {
  forgetRoot();
  free = start;
  nodesEnd = end;
}

function forgetRoot(): void {
  if (root == 0) return;
  const end = load<i32>(root, NODE.NEXT);
  for (let at = root + NODE.SIZE; at < end; at = load<i32>(at, NODE.NEXT)) store<i32>(ofRoot + (load<i32>(at, NODE.KEY) << 2), 0);
  root = 0;
}

/** Adds the nodes of a record from `node` on; all of them for one that is used longer than the next. Gives the node after them, 0 where there is no room. */
export function scan(start: i32, end: i32, node: i32, isLasting: i32): i32 {
  forgetRoot();
  isSharing = isLasting == 0;
  free = node;
  textEnd = end;
  isFull = false;
  value(start, 0);
  if (isFull) return 0;
  if (free > node && load<i32>(node, NODE.KIND) == KIND.OBJECT) {
    root = node;
    for (let at = node + NODE.SIZE; at < free; at = load<i32>(at, NODE.NEXT)) {
      const place = ofRoot + (load<i32>(at, NODE.KEY) << 2);
      if (load<i32>(place) == 0) store<i32>(place, load<i32>(at, NODE.KIND) == KIND.KEPT ? load<i32>(at, NODE.NUMBER) : at);
    }
  }
  return free;
}

@inline
function nameBit(key: i32): u64 {
  return <u64>1 << (key & 63);
}

/** The member of an object; 0 for one that is absent. */
export function memberOf(object: i32, key: i32): i32 {
  if (object == root) return load<i32>(ofRoot + (key << 2));
  if ((load<u64>(object, NODE.NAMES) & nameBit(key)) == 0) return 0;
  const end = load<i32>(object, NODE.NEXT);
  let at = object + NODE.SIZE;
  while (at < end) {
    if (load<i32>(at, NODE.KEY) == key) return at;
    at = load<i32>(at, NODE.NEXT);
  }
  return 0;
}

/** True for a member that is certainly absent. */
@inline
export function lacks(object: i32, key: i32): bool {
  return object == root ? load<i32>(ofRoot + (key << 2)) == 0 : (load<u64>(object, NODE.NAMES) & nameBit(key)) == 0;
}

/** The first element of a list; 0 for an empty one, and for a value that is no list. */
@inline
export function firstOf(list: i32): i32 {
  return load<i32>(list, NODE.KIND) == KIND.ARRAY && load<i32>(list, NODE.NEXT) > list + NODE.SIZE ? list + NODE.SIZE : 0;
}

/** The element of a list after another; 0 for none. */
@inline
export function after(node: i32, list: i32): i32 {
  const next = load<i32>(node, NODE.NEXT);
  return next < load<i32>(list, NODE.NEXT) ? next : 0;
}

@inline
export function isText(node: i32): bool {
  const kind = load<i32>(node, NODE.KIND);
  return kind == KIND.PLAIN || kind == KIND.STRING;
}

/** The value of a string in an index; 0 for any other value. */
@inline
export function findNode(index: i32, node: i32): i32 {
  return isText(node) ? find(index, load<i32>(node) + 1, load<i32>(node, NODE.END) - 1) : 0;
}

/** Room for a node; 0 where there is none. */
@inline
function add(start: i32, end: i32, key: i32, kind: i32): i32 {
  const node = free;
  const next = node + NODE.SIZE;
  if (next > nodesEnd) {
    isFull = true;
    return node;
  }
  free = next;
  store<u64>(node, pair(start, end));
  store<u64>(node, pair(key, kind), NODE.KEY);
  store<u64>(node, pair(next, 0), NODE.NEXT);
  store<u64>(node, 0, NODE.NAMES);
  return node;
}

/** Two words as the machine has them in memory. */
@inline
function pair(first: i32, second: i32): u64 {
  return <u64>(<u32>first) | (<u64>(<u32>second) << 32);
}

/** Adds a value and all that is in it; `entry` is that of its name, 0 for none. Gives the byte after it. */
function value(start: i32, entry: i32): i32 {
  const byte = load<u8>(start);
  const key = entry == 0 ? 0 : load<i32>(entry, ENTRY.VALUE);
  if (byte == QUOTE) return text(start, key);
  if (byte != BRACE_OPEN && byte != BRACKET_OPEN) {
    const end = endOfWord(start);
    if (byte != LETTER_N) add(start, end, key, byte == LETTER_T || byte == LETTER_F ? KIND.BOOLEAN : KIND.NUMBER);
    return end;
  }
  const node = add(start, start, key, byte == BRACE_OPEN ? KIND.OBJECT : KIND.ARRAY);
  const end = byte == BRACE_OPEN ? members(start + 1, node, entry) : elements(start + 1, entry);
  if (!isFull) {
    store<i32>(node, end, NODE.END);
    store<i32>(node, free, NODE.NEXT);
  }
  return end;
}

/** Names that records begin with are expected where those of the record before began. */
const firstOfRoot: i32 = <i32>memory.data(4, 4);

/** Records of a kind have their names in one order: each name is compared with the one that came last at its place before it is looked up. */
function members(start: i32, object: i32, around: i32): i32 {
  let seen: u64 = 0;
  let at = start;
  let expected = around == 0 ? firstOfRoot : around + ENTRY.FIRST;
  while (at < textEnd) {
    const byte = load<u8>(at);
    if (byte != QUOTE) {
      if (byte == BRACE_CLOSE) break;
      at++;
      continue;
    }
    let entry = load<i32>(expected);
    const length = load<i32>(entry, ENTRY.LENGTH) + AROUND_NAME;
    if (entry != 0 && isEqual(load<i32>(entry, ENTRY.NAME), at, length)) at = afterSpace(at + length);
    else {
      const next = endOfText(at);
      entry = entryOf(at + 1, next - 1);
      if (entry != 0) store<i32>(expected, entry);
      at = afterSpace(afterSpace(next) + 1);
    }
    if (entry != 0) expected = entry + ENTRY.NEXT;
    const key = entry == 0 ? 0 : load<i32>(entry, ENTRY.VALUE);
    if (key == 0) at = skip(at);
    else {
      seen |= nameBit(key);
      at = load<u8>(at) == QUOTE ? text(at, key) : around == 0 && isSharing && load<u8>(at) == BRACE_OPEN ? shared(at, entry) : value(at, entry);
    }
    if (load<u8>(at) == COMMA) at++;
  }
  if (!isFull) store<u64>(object, seen, NODE.NAMES);
  return at + 1;
}

/** Adds an object of the root, which records may repeat. */
function shared(at: i32, entry: i32): i32 {
  const slot = slotOf(entry);
  if (slot == 0) return value(at, entry);
  const node = free;
  const length = lengthAt(slot, at);
  if (length == 0) {
    const end = value(at, entry);
    if (!isFull) keep(slot, node, free);
    return end;
  }
  add(at, at + length, load<i32>(entry, ENTRY.VALUE), KIND.KEPT);
  if (!isFull) store<i32>(node, nodeOf(slot), NODE.NUMBER);
  return at + length;
}

function elements(start: i32, around: i32): i32 {
  let at = start;
  while (at < textEnd && load<u8>(at) != BRACKET_CLOSE) {
    const byte = load<u8>(at);
    at = byte == COMMA || byte <= BLANK ? at + 1 : value(at, around);
  }
  return at + 1;
}

@inline
function text(start: i32, key: i32): i32 {
  const bytes = v128.load(start, 1);
  const quotes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(QUOTE)));
  const slashes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(BACKSLASH)));
  // Most strings end in the first vector.
  const isShort = quotes != 0 && (slashes & (quotes - 1)) == 0;
  const end = isShort ? start + 2 + ctz(quotes) : endOfText(start);
  const isPlain = end > start + 2 && (isShort || !isEscaped) && isVisible(load<u8>(start + 1)) && isVisible(load<u8>(end - 2));
  add(start, end, key, isPlain ? KIND.PLAIN : KIND.STRING);
  return end;
}

@inline
function isVisible(byte: u8): bool {
  return byte > BLANK && byte <= TILDE;
}

/** The byte after blanks and line breaks. */
@inline
function afterSpace(start: i32): i32 {
  let at = start;
  while (load<u8>(at) <= BLANK) at++;
  return at;
}

/** True where the string that `endOfText` read last has escapes. */
let isEscaped: bool = false;

/** The byte after a string that begins at a quote. Vectors may reach behind the record. */
function endOfText(start: i32): i32 {
  isEscaped = false;
  let at = start + 1;
  while (at < textEnd) {
    const bytes = v128.load(at);
    const ends = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))));
    if (ends == 0) at += VECTOR;
    else {
      at += ctz(ends);
      if (load<u8>(at) == QUOTE) return at + 1;
      isEscaped = true;
      at += 2;
    }
  }
  return textEnd;
}

/** The byte after a number or another word. */
@inline
function endOfWord(start: i32): i32 {
  let at = start;
  while (at < textEnd) {
    const bytes = v128.load(at);
    const spaces = i8x16.le_u(bytes, i8x16.splat(BLANK));
    // Braces and brackets differ in one bit.
    const closes = i8x16.eq(v128.or(bytes, i8x16.splat(BLANK)), i8x16.splat(BRACE_CLOSE));
    const ends = i8x16.bitmask(v128.or(v128.or(spaces, closes), i8x16.eq(bytes, i8x16.splat(COMMA))));
    if (ends != 0) return at + ctz(ends);
    at += VECTOR;
  }
  return textEnd;
}

/** The byte after a value that no table reads. */
function skip(start: i32): i32 {
  const byte = load<u8>(start);
  if (byte == QUOTE) return endOfText(start);
  if (byte != BRACE_OPEN && byte != BRACKET_OPEN) return endOfWord(start);
  let depth = 0;
  let at = start;
  while (at < textEnd) {
    const bytes = v128.load(at);
    const folded = v128.or(bytes, i8x16.splat(BLANK));
    const brackets = v128.or(i8x16.eq(folded, i8x16.splat(BRACE_OPEN)), i8x16.eq(folded, i8x16.splat(BRACE_CLOSE)));
    let marks = i8x16.bitmask(v128.or(brackets, i8x16.eq(bytes, i8x16.splat(QUOTE))));
    let next = at + VECTOR;
    for (; marks != 0; marks &= marks - 1) {
      const place = at + ctz(marks);
      const mark = load<u8>(place);
      if (mark == QUOTE) {
        next = endOfText(place);
        break;
      }
      depth += (mark | BLANK) == BRACE_OPEN ? 1 : -1;
      if (depth == 0) return place + 1;
    }
    at = next;
  }
  return textEnd;
}
