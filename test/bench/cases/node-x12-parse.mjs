/**
 * Peer: node-x12 parses a whole file to its object model; prints the counts of segments and elements.
 *
 *     node test/bench/cases/node-x12-parse.mjs FILE
 *
 * The file is read at once: `parse` takes a string. ISA, GS, ST and their trailers are headers of the model.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { X12Parser } = require('node-x12');

const counts = { segments: 0, elements: 0 };
const interchange = new X12Parser(false).parse(readFileSync(process.argv[2], 'latin1'));

count([interchange.header, interchange.trailer]);
for (const group of interchange.functionalGroups) {
  count([group.header, group.trailer]);
  for (const transaction of group.transactions) {
    count([transaction.header, transaction.trailer]);
    count(transaction.segments);
  }
}
console.log(JSON.stringify(counts));

function count(segments) {
  for (const segment of segments) {
    counts.segments++;
    counts.elements += segment.elements.length;
  }
}
