/*
 * Lines of resources that others refer to: they come before the line that is written. In a Bundle they are entries.
 */
import { ID, TYPE } from '../machine-layout';

/** Takes bytes of the output. */
@external('host', 'emit')
declare function emit(start: i32, end: i32): void;

/** Fragments of the program; set by `useFragments`. */
let afterId: i32 = 0;
let lineEnd: i32 = 0;
let entryEnd: i32 = 0;

const VECTOR: i32 = 16;

let isBundled: bool = false;
let firstByte: i32 = 0;
let lastByte: i32 = 0;
let free: i32 = 0;

export function useFragments(newAfterId: i32, newLineEnd: i32, newEntryEnd: i32): void {
  afterId = newAfterId;
  lineEnd = newLineEnd;
  entryEnd = newEntryEnd;
}

/** Writes entries of Bundles instead of lines. */
export function useBundles(): void {
  isBundled = true;
}

/** Sets the place of lines. */
export function placeLines(start: i32, end: i32): void {
  firstByte = start;
  lastByte = end;
  free = start;
}

/** Moves the lines to the end of their place, gives their address, and begins again: the host takes them with what is behind. */
export function takeLines(): i32 {
  const start = lastByte - (free - firstByte);
  memory.copy(start, firstByte, free - firstByte);
  free = firstByte;
  return start;
}

/** The fragment before the id of a resource. */
@inline
export function openingOf(type: i32): i32 {
  return isBundled ? load<i32>(type, TYPE.ENTRY) : load<i32>(type);
}

/** The fragment after a resource: it ends the line, or is followed by the id and `endOfEntry`. */
@inline
export function closingOf(type: i32): i32 {
  return isBundled ? load<i32>(type, TYPE.REQUEST) : lineEnd;
}

/** The fragment after the second id of an entry; 0 for lines. */
@inline
export function endOfEntry(): i32 {
  return isBundled ? entryEnd : 0;
}

/** Writes the line of a resource by the members in its content. */
export function line(type: i32, id: i32, start: i32, end: i32): void {
  putFragment(openingOf(type));
  put(id, ID.LENGTH);
  putFragment(afterId);
  // The brace is in the opening.
  const members = start + load<i32>(type, TYPE.NAME_LENGTH) + 1;
  put(members, end - members);
  putFragment(closingOf(type));
  if (!isBundled) return;
  put(id, ID.LENGTH);
  putFragment(entryEnd);
}

@inline
function putFragment(at: i32): void {
  put(at + 4, load<i32>(at));
}

function put(start: i32, length: i32): void {
  // The last vector may be written beyond the end.
  const limit = lastByte - VECTOR;
  if (free + length > limit) {
    emit(firstByte, free);
    free = firstByte;
    if (free + length > limit) {
      emit(start, start + length);
      return;
    }
  }
  for (let i = 0; i < length; i += VECTOR) v128.store(free + i, v128.load(start + i));
  free += length;
}
