/*
 * Writes resources from the JSON of a record, by the programs that `program.ts` makes of the tables of a mapping.
 *
 * AssemblyScript, compiled to WebAssembly by the build, as the kernel (docs/adr/0017-a-kernel-in-webassembly.md). It knows no resource and allocates nothing:
 * `machine-layout.ts` says where everything stands in memory, and both sides use its numbers.
 *
 *   program  operations, texts and indexes of texts
 *   kept     objects that one record after the other repeats
 *   concepts concepts by the JSON of their code objects
 *   made     resources by the JSON of the values that they were made of
 *   lines    lines of resources that the one that is written refers to
 *   text     the JSON of the transaction and of the record
 *   nodes    the values that tables read, the transaction's first
 *   out      the resource that is written, and behind it those that it refers to while they are made
 */
export { limitTo } from './bytes';
export { find } from './texts';
export { placeKept } from './kept';
export { nextTurn, placeMade } from './made';
export { placeLines, takeLines, useBundles } from './lines';
export { memberOf, placeNodes, scan, useKeys } from './nodes';
export { placeConcepts } from './values';
export { begin, endOfResource, invalidCount, kindOf, state, takeId, write, writeResource } from './write';
