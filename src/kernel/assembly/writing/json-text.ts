/*
 * Reads JSON at a cursor. What needs the care of the host, such as escapes and characters beyond ASCII, ends the record here.
 */
import { BACKSLASH, BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COLON, COMMA, DOT, LOWER_E, LOWER_N, MINUS, PLUS, QUOTE, SPACE, ZERO } from '../ascii';
import { isDigit } from '../values';
import { ROOM } from '../../writing/layout';
import { fail, hasFailed } from './out-rows';

/** The next byte. */
export let at: i32 = 0;

// What was read last.
export let textStart: i32 = 0;
export let textLength: i32 = 0;

/** Says what was read, where it is not in the JSON as such. */
export function setRead(start: i32, length: i32): void {
  textStart = start;
  textLength = length;
}

// The delimiters of the segments, which no text may hold.
let elementSeparators: v128 = i8x16.splat(0);
let componentSeparators: v128 = i8x16.splat(0);
let repetitionSeparators: v128 = i8x16.splat(0);
let terminators: v128 = i8x16.splat(0);

const VECTOR: i32 = 16;
const DELETE: u8 = 0x7f;
const LOWER_F: u8 = 0x66;
const LOWER_T: u8 = 0x74;
const UPPER_E: u8 = 0x45;

export function refuse(element: i32, component: i32, repetition: i32, terminator: i32): void {
  elementSeparators = i8x16.splat(<i8>element);
  componentSeparators = i8x16.splat(<i8>component);
  repetitionSeparators = i8x16.splat(<i8>repetition);
  terminators = i8x16.splat(<i8>terminator);
}

@inline
export function moveTo(place: i32): void {
  at = place;
}

@inline
export function isAt(byte: u8): bool {
  return load<u8>(at) == byte;
}

/** Passes one byte. */
@inline
export function pass(byte: u8): void {
  if (load<u8>(at) != byte) fail();
  else at++;
}

/** What stands behind colons and commas: the same in all records of a transaction set, so that equal values have equal bytes. */
let style: i32 = 0;
const UNKNOWN: i32 = 0;
const NOTHING: i32 = 1;
const BLANK: i32 = 2;

/** The next record shows what stands behind colons and commas. */
export function learnStyle(): void {
  style = UNKNOWN;
}

/** Passes a key with its colon. */
export function passKey(text: i32): void {
  at += load<i32>(text);
  passBlank();
}

/** Passes any key with its colon. */
export function passOtherKey(): void {
  passString();
  pass(COLON);
  passBlank();
}

/** Passes a comma. */
export function passComma(): void {
  pass(COMMA);
  passBlank();
}

function passBlank(): void {
  const found = isAt(SPACE) ? BLANK : NOTHING;
  if (style == UNKNOWN) style = found;
  else if (style != found) return fail();
  if (found == BLANK) at++;
}

/** True at a member that says nothing: null, an empty text, list or object. The cursor is behind it then. */
export function passAbsent(): bool {
  const first = load<u8>(at);
  const second = load<u8>(at, 1);
  if (first == LOWER_N) {
    passLiteral(0x6c6c756e, 4);
    return true;
  }
  if (!((first == QUOTE && second == QUOTE) || (first == BRACKET_OPEN && second == BRACKET_CLOSE) || (first == BRACE_OPEN && second == BRACE_CLOSE))) return false;
  at += 2;
  return true;
}

/** Reads a text that can stand in a segment. */
export function readText(): void {
  if (load<u8>(at) != QUOTE) return fail();
  const start = at + 1;
  const quotes = i8x16.splat(QUOTE);
  const backslashes = i8x16.splat(BACKSLASH);
  const deletes = i8x16.splat(DELETE);
  const spaces = i8x16.splat(SPACE);
  let end = start;
  while (true) {
    const bytes = v128.load(end);
    // Compared with a sign, what is beyond ASCII is below the blank as well.
    const inJson = v128.or(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)), v128.or(i8x16.lt_s(bytes, spaces), i8x16.eq(bytes, deletes)));
    const first = v128.or(i8x16.eq(bytes, elementSeparators), i8x16.eq(bytes, componentSeparators));
    const second = v128.or(i8x16.eq(bytes, repetitionSeparators), i8x16.eq(bytes, terminators));
    const found = i8x16.bitmask(v128.or(inJson, v128.or(first, second)));
    if (found != 0) {
      end += ctz<i32>(found);
      break;
    }
    end += VECTOR;
  }
  if (load<u8>(end) != QUOTE) return fail();
  textStart = start;
  textLength = end - start;
  at = end + 1;
}

/** Reads a text that does not come into a segment as it is: a name, a day or a time. */
export function readName(): void {
  const start = at + 1;
  passString();
  textStart = start;
  textLength = at - 1 - start;
}

/** Digits that surely make the same number as text and as a double. */
const MOST_DIGITS: i32 = 15;
/** Smaller fractions are shown with an exponent. */
const MOST_DECIMALS: i32 = 6;

/** Reads a number as X12 shows it: without zeros at the end of its fraction. */
export function readNumber(): void {
  const start = at;
  let end = start;
  if (load<u8>(end) == MINUS) end++;
  const digits = end;
  while (isDigit(load<u8>(end))) end++;
  if (end == digits || (load<u8>(digits) == ZERO && end > digits + 1)) return fail();
  let last = end;
  if (load<u8>(end) == DOT) {
    end++;
    const fraction = end;
    while (isDigit(load<u8>(end))) {
      end++;
      if (load<u8>(end - 1) != ZERO) last = end;
    }
    if (end == fraction || end - fraction > MOST_DECIMALS) return fail();
  }
  const isZero = last == digits + 1 && load<u8>(digits) == ZERO;
  const next = load<u8>(end);
  if (end - digits > MOST_DIGITS || next == LOWER_E || next == UPPER_E || (isZero && digits > start)) return fail();
  textStart = start;
  textLength = last - start;
  at = end;
}

/** Passes a value without looking into it, but for whether it is JSON. */
export function passValue(depth: i32): void {
  const first = load<u8>(at);
  if (first == QUOTE) passString();
  else if (first == BRACE_OPEN || first == BRACKET_OPEN) passGroup(first, depth);
  else if (first == LOWER_N) passLiteral(0x6c6c756e, 4);
  else if (first == LOWER_T) passLiteral(0x65757274, 4);
  else if (first == LOWER_F) {
    at++;
    passLiteral(0x65736c61, 4);
  } else passNumber();
}

/** True while numbers of the same value must have the same bytes. */
let isCanonical: bool = false;

/** As `passValue`, for values that are compared by their bytes. */
export function passCanonical(): void {
  isCanonical = true;
  passValue(0);
  isCanonical = false;
}

function passLiteral(word: u32, length: i32): void {
  if (load<u32>(at) != word) fail();
  at += length;
}

export function passString(): void {
  if (load<u8>(at) != QUOTE) return fail();
  const quotes = i8x16.splat(QUOTE);
  const backslashes = i8x16.splat(BACKSLASH);
  const spaces = i8x16.splat(SPACE);
  let end = at + 1;
  while (true) {
    const bytes = v128.load(end);
    const found = i8x16.bitmask(v128.or(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)), i8x16.lt_s(bytes, spaces)));
    if (found != 0) {
      end += ctz<i32>(found);
      break;
    }
    end += VECTOR;
  }
  if (load<u8>(end) != QUOTE) return fail();
  at = end + 1;
}

function passNumber(): void {
  if (isCanonical) {
    const start = at;
    readNumber();
    // Zeros at the end of a fraction are not part of what was read.
    if (at - start != textLength) fail();
    return;
  }
  if (isAt(MINUS)) at++;
  const digits = at;
  while (isDigit(load<u8>(at))) at++;
  if (at == digits || (load<u8>(digits) == ZERO && at > digits + 1)) return fail();
  if (isAt(DOT)) {
    at++;
    if (!passDigits()) return fail();
  }
  if (!isAt(LOWER_E) && !isAt(UPPER_E)) return;
  at++;
  if (isAt(MINUS) || isAt(PLUS)) at++;
  if (!passDigits()) fail();
}

/** Passes one digit or more. */
function passDigits(): bool {
  const start = at;
  while (isDigit(load<u8>(at))) at++;
  return at > start;
}

function passGroup(opening: u8, depth: i32): void {
  if (depth >= ROOM.DEPTH) return fail();
  const isObject = opening == BRACE_OPEN;
  const closing = isObject ? BRACE_CLOSE : BRACKET_CLOSE;
  at++;
  if (isAt(closing)) {
    at++;
    return;
  }
  while (!hasFailed) {
    if (isObject) passOtherKey();
    passValue(depth + 1);
    if (isAt(closing)) {
      at++;
      return;
    }
    passComma();
  }
}

/** True where two texts have the same bytes. There is readable memory behind both. */
export function isSame(one: i32, other: i32, length: i32): bool {
  let i = 0;
  for (; i + VECTOR <= length; i += VECTOR) if (v128.any_true(v128.xor(v128.load(one + i), v128.load(other + i)))) return false;
  const rest = length - i;
  if (rest == 0) return true;
  const differences = i8x16.bitmask(i8x16.ne(v128.load(one + i), v128.load(other + i)));
  return (differences & ((1 << rest) - 1)) == 0;
}

/** True where a prepared text stands at the cursor. */
@inline
export function isTextAt(text: i32): bool {
  return load<u32>(at) == load<u32>(text, 4) && isSame(text + 4, at, load<i32>(text));
}
