/*
 * Asks the host to write what the kernel cannot: fields with code of their own, values of other codecs, and codes whose description is not known yet.
 */
import { OP } from '../layout';
import { moveTo, out } from './output';
import { NONE } from './rows';

/** Writes a field with code of its own at `out`; gives where it ended, -1 where it has a code that is not described yet. */
@external('host', 'writeField')
declare function writeField(field: i32, loop: i32, segment: i32, base: i32, out: i32): i32;
/** Writes a value with the codec of an operation, its key included; gives where it ended. */
@external('host', 'writeValue')
declare function writeValue(codec: i32, key: i32, start: i32, end: i32, out: i32): i32;
/** Writes a code object without its closing brace; gives where it ended. The list is its address. */
@external('host', 'writeCode')
declare function writeCode(list: i32, start: i32, end: i32, out: i32): i32;
/** Gives the number of the chosen variant, -1 for none. */
@external('host', 'choose')
declare function choose(field: i32, loop: i32, segment: i32): i32;

/** True where codes are written with their description. */
export let describes: bool = false;
/** True once the host wrote something that it may write otherwise the next time: a code whose description is not known yet. */
export let hasAsked: bool = false;

/** True for a record of which the host has no objects: what only the host can write is not written then, and `isRefused` says so. */
let isAlone: bool = false;
export let isRefused: bool = false;
/** The first loop of which the host has no object. */
let firstAlone: i32 = 0;

export function describeCodes(on: bool): void {
  describes = on;
}

/** Sets whether the host was asked, for an object that is written. */
@inline
export function noteAsked(asked: bool): void {
  hasAsked = asked;
}

/** The host has no objects of the next record, which are loops from `firstLoop` on. */
export function beginAlone(firstLoop: i32): void {
  isAlone = true;
  isRefused = false;
  firstAlone = firstLoop;
}

export function endAlone(): void {
  isAlone = false;
}

/** True where the host cannot be asked, since it has no objects. */
function refuses(): bool {
  isRefused = isRefused || isAlone;
  return isAlone;
}

/** Has a field written by the host. */
export function askForField(op: i32, loop: i32, segment: i32, base: i32): void {
  if (loop >= firstAlone && refuses()) return;
  // A host that is asked alone answers with what does not change any more.
  hasAsked = hasAsked || (describes && !isAlone);
  ask(op, loop, segment, base);
}

/** Has a field written by the host that is the same for all records of a transaction. */
export function askForTransaction(op: i32, loop: i32, segment: i32, base: i32): void {
  ask(op, isAlone ? 0 : loop, segment, base);
}

/** `loop` is that of the field, or one around. */
function ask(op: i32, loop: i32, segment: i32, base: i32): void {
  const end = writeField(load<i32>(op, OP.FIELD), loop, segment, base, out);
  if (end < 0) isRefused = true;
  else moveTo(end);
}

/** Gives the number of the variant that the host chooses, -1 for none. */
export function askForVariant(op: i32, loop: i32, segment: i32): i32 {
  return loop >= firstAlone && refuses() ? NONE : choose(load<i32>(op, OP.FIELD), loop, segment);
}

/** Has a value written by the host. */
export function askForValue(op: i32, start: i32, end: i32): void {
  moveTo(writeValue(load<i32>(op, OP.CODEC), load<i32>(op, OP.KEY_NUMBER), start, end, out));
}

/** Has a code object written by the host, without its closing brace. */
export function askForCode(list: i32, start: i32, end: i32): void {
  hasAsked = true;
  if (!refuses()) moveTo(writeCode(list, start, end, out));
}
