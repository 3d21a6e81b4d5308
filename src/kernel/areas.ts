/*
 * The areas of fixed size in the memory of the kernel, one behind the other, in bytes: an address that the compiler knows costs nothing to look up. Both
 * sides compile them, see `layout.ts`.
 */
import { HOLDER, LOOP, SEGMENT, UNIT, WALK } from './layout';

// Rows of a record and its ancestors, and bytes of a chunk with the marks of their delimiters. A record that has more is written without the kernel.
export const MAX_SEGMENTS = 1 << 15;
export const MAX_LOOPS = 1 << 13;
export const MAX_PLACES = 1 << 17;
export const MAX_MARKS = 1 << 19;
export const MAX_BYTES = 1 << 19;
/** Segments that are copied: those of ancestors, and of a record that goes on in another chunk. */
export const MAX_COPIED_MARKS = 1 << 16;
export const MAX_COPIED_BYTES = 1 << 18;
export const MAX_JSON = 1 << 20;

// A walk that has more ends.
export const MAX_UNITS = 1 << 12;
export const MAX_HOLDERS = 1 << 12;
export const MAX_WALK_JSON = 6 << 20;
/** One more segment opens at most so many loops, of at most so many children. */
export const SPARE_LOOPS = 16;
export const SPARE_PLACES = 1 << 12;

/** What one operation may write after it found room: a value, and what stands around it. */
export const SLACK = MAX_BYTES + (1 << 16);

/** The first page is that of the compiler. */
export const SEGMENTS_AT = 1 << 16;
export const LOOPS_AT = SEGMENTS_AT + MAX_SEGMENTS * SEGMENT.SIZE;
export const PLACES_AT = LOOPS_AT + MAX_LOOPS * LOOP.SIZE;
export const MARKS_AT = PLACES_AT + MAX_PLACES * 4;
export const BYTES_AT = MARKS_AT + (MAX_MARKS + MAX_COPIED_MARKS) * 4;
export const JSON_AT = BYTES_AT + MAX_BYTES + MAX_COPIED_BYTES;
export const JSON_LIMIT = JSON_AT + MAX_JSON;
/** What the host and the walk tell each other. */
export const WALK_AT = JSON_LIMIT + SLACK;
export const UNITS_AT = WALK_AT + WALK.SIZE;
export const HOLDERS_AT = UNITS_AT + MAX_UNITS * UNIT.SIZE;
/** A byte for each row of a segment, see UNCLEAN; and what its place adds to its form, for one that may be unread. */
export const UNCLEAN_AT = HOLDERS_AT + MAX_HOLDERS * HOLDER.SIZE;
export const UNREAD_AT = UNCLEAN_AT + MAX_SEGMENTS;
export const WALK_JSON_AT = UNREAD_AT + MAX_SEGMENTS * 4;
export const WALK_JSON_LIMIT = WALK_JSON_AT + MAX_WALK_JSON;
export const AREAS_END = WALK_JSON_LIMIT + SLACK;
