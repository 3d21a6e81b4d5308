/*
 * The kernel: writes the JSON of a record from rows of integers, by the program that `program.ts` makes of its declaration.
 *
 * AssemblyScript, compiled to WebAssembly by the build (docs/adr/0017-a-kernel-in-webassembly.md). It knows no transaction set and allocates
 * nothing: `layout.ts` says where everything stands in memory, and both sides use its numbers.
 *
 *   chunk     bytes of the input, and `marks`, the positions of their delimiters (see Chunk); then copies of segments of other chunks
 *   segments  rows of: first mark, number of elements, slot, id
 *   loops     rows of: segments from and to, first child, next sibling, places, definition, first segment, parent, ancestor
 *   places    for each loop the row of the first segment at each position, -1 for none
 *   program   blocks of operations
 */
export { rememberIn } from './checks';
export { joinCells, readRows, writeRows } from './cells';
export { describe, describeFrom, slotOf } from './codes';
export { unread } from './forms';
export { surround, write } from './encode';
export { writeTree } from './tree';
export { closeWalk, walkPlain } from './walk';
