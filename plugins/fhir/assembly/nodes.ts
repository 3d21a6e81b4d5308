/*
 * Finds the values of a record that tables read. Nothing is parsed: a value is the place of its JSON.
 */
import { ENTRY, KIND, NODE } from '../machine-layout';
import { find, findEntry, isEqual } from './texts';

const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const COLON: u8 = 0x3a;
const BACKSLASH: u8 = 0x5c;
const BLANK: u8 = 0x20;
const TILDE: u8 = 0x7e;
const BRACE_OPEN: u8 = 0x7b;
const BRACE_CLOSE: u8 = 0x7d;
const BRACKET_OPEN: u8 = 0x5b;
const BRACKET_CLOSE: u8 = 0x5d;

/** Index of the names that tables read, and the members of the root by their keys. */
let names: i32 = 0;
let ofRoot: i32 = 0;
let root: i32 = 0;

let free: i32 = 0;
let nodesEnd: i32 = 0;
let textEnd: i32 = 0;
/** True where there was no room for a node. */
let isFull: bool = false;

export function useKeys(newNames: i32, newOfRoot: i32): void {
  names = newNames;
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

/** Adds the nodes of a record from `node` on. Gives the node after them, 0 where there is no room. */
export function scan(start: i32, end: i32, node: i32): i32 {
  forgetRoot();
  free = node;
  textEnd = end;
  isFull = false;
  value(start, 0);
  if (isFull) return 0;
  if (free > node && load<i32>(node, NODE.KIND) == KIND.OBJECT) {
    root = node;
    for (let at = node + NODE.SIZE; at < free; at = load<i32>(at, NODE.NEXT)) {
      const place = ofRoot + (load<i32>(at, NODE.KEY) << 2);
      if (load<i32>(place) == 0) store<i32>(place, at);
    }
  }
  return free;
}

@inline
function nameBit(key: i32): i32 {
  return 1 << (key & 31);
}

/** The member of an object; 0 for one that is absent. */
export function memberOf(object: i32, key: i32): i32 {
  if (object == root) return load<i32>(ofRoot + (key << 2));
  if ((load<i32>(object, NODE.NAMES) & nameBit(key)) == 0) return 0;
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
  return object == root ? load<i32>(ofRoot + (key << 2)) == 0 : (load<i32>(object, NODE.NAMES) & nameBit(key)) == 0;
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

function add(start: i32, end: i32, key: i32, kind: i32): i32 {
  const node = free;
  if (node + NODE.SIZE > nodesEnd) {
    isFull = true;
    return node;
  }
  free = node + NODE.SIZE;
  store<i32>(node, start);
  store<i32>(node, end, NODE.END);
  store<i32>(node, key, NODE.KEY);
  store<i32>(node, kind, NODE.KIND);
  store<i32>(node, free, NODE.NEXT);
  store<i32>(node, 0, NODE.NAMES);
  store<i32>(node, 0, NODE.NUMBER);
  return node;
}

/** Adds a value and all that is in it; `entry` is that of its name, 0 for none. Gives the byte after it. */
function value(start: i32, entry: i32): i32 {
  const byte = load<u8>(start);
  const key = entry == 0 ? 0 : load<i32>(entry, ENTRY.VALUE);
  if (byte == QUOTE) return text(start, key);
  if (byte != BRACE_OPEN && byte != BRACKET_OPEN) {
    const end = endOfWord(start);
    if (byte != 0x6e) add(start, end, key, byte == 0x74 || byte == 0x66 ? KIND.BOOLEAN : KIND.NUMBER);
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

/** True where the name of an entry is between quotes at an address. */
@inline
function isNameAt(at: i32, entry: i32): bool {
  const length = load<i32>(entry, ENTRY.LENGTH);
  return load<u8>(at + 1 + length) == QUOTE && isEqual(load<i32>(entry), at + 1, length);
}

/** Records of a kind have their names in one order: each name is compared with the one that came last at its place before it is looked up. */
function members(start: i32, object: i32, around: i32): i32 {
  let seen = 0;
  let at = start;
  let expected = around == 0 ? firstOfRoot : around + ENTRY.FIRST;
  while (at < textEnd && load<u8>(at) != BRACE_CLOSE) {
    if (load<u8>(at) != QUOTE) at++;
    else {
      let entry = load<i32>(expected);
      let next: i32;
      if (entry != 0 && isNameAt(at, entry)) next = at + load<i32>(entry, ENTRY.LENGTH) + 2;
      else {
        next = endOfText(at);
        entry = findEntry(names, at + 1, next - 1);
        if (entry != 0) store<i32>(expected, entry);
      }
      while (load<u8>(next) == COLON || isSpace(load<u8>(next))) next++;
      if (entry == 0) at = skip(next);
      else {
        expected = entry + ENTRY.NEXT;
        seen |= nameBit(load<i32>(entry, ENTRY.VALUE));
        at = value(next, entry);
      }
    }
  }
  if (!isFull) store<i32>(object, seen, NODE.NAMES);
  return at + 1;
}

function elements(start: i32, around: i32): i32 {
  let at = start;
  while (at < textEnd && load<u8>(at) != BRACKET_CLOSE) {
    const byte = load<u8>(at);
    at = byte == COMMA || isSpace(byte) ? at + 1 : value(at, around);
  }
  return at + 1;
}

function text(start: i32, key: i32): i32 {
  let end = start + 1;
  let isPlain = true;
  for (; end < textEnd; end++) {
    const byte = load<u8>(end);
    if (byte == QUOTE) break;
    if (byte == BACKSLASH) {
      isPlain = false;
      end++;
    }
  }
  add(start, end + 1, key, isPlain && isVisible(load<u8>(start + 1)) && isVisible(load<u8>(end - 1)) ? KIND.PLAIN : KIND.STRING);
  return end + 1;
}

@inline
function isVisible(byte: u8): bool {
  return byte > BLANK && byte <= TILDE;
}

@inline
function isSpace(byte: u8): bool {
  return byte == BLANK || byte == 0x0a || byte == 0x0d || byte == 0x09;
}

@inline
function endOfText(start: i32): i32 {
  let at = start + 1;
  for (; at < textEnd; at++) {
    const byte = load<u8>(at);
    if (byte == QUOTE) break;
    if (byte == BACKSLASH) at++;
  }
  return at + 1;
}

function endOfWord(start: i32): i32 {
  let end = start;
  for (; end < textEnd; end++) {
    const byte = load<u8>(end);
    if (byte == COMMA || byte == BRACE_CLOSE || byte == BRACKET_CLOSE || isSpace(byte)) break;
  }
  return end;
}

/** The byte after a value that no table reads. */
function skip(start: i32): i32 {
  const byte = load<u8>(start);
  if (byte == QUOTE) return endOfText(start);
  if (byte != BRACE_OPEN && byte != BRACKET_OPEN) return endOfWord(start);
  let depth = 0;
  let at = start;
  while (at < textEnd) {
    const one = load<u8>(at);
    if (one == QUOTE) at = endOfText(at);
    else {
      at++;
      if (one == BRACE_OPEN || one == BRACKET_OPEN) depth++;
      else if (one == BRACE_CLOSE || one == BRACKET_CLOSE) {
        depth--;
        if (depth == 0) return at;
      }
    }
  }
  return textEnd;
}
