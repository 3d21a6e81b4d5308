/** Levels of a segment tree above its transaction sets: interchanges, groups, sets, with the lists that hold them. */
const DEPTH = 7;

/** A value as JSON in pieces: as one text it may be longer than a string can be, and writing it would block all other work. */
export function* jsonPieces(value: unknown, depth = DEPTH): Generator<string, void, undefined> {
  if (typeof value !== 'object' || value === null || depth === 0) yield JSON.stringify(value);
  else if (Array.isArray(value)) {
    yield '[';
    for (const [i, item] of value.entries()) {
      if (i > 0) yield ',';
      yield* jsonPieces(item, depth - 1);
    }
    yield ']';
  } else {
    let separator = '{';
    for (const [key, member] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(key)}:`;
      separator = ',';
      yield* jsonPieces(member, depth - 1);
    }
    yield separator === '{' ? '{}' : '}';
  }
}
