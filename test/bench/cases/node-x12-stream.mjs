/**
 * Peer: node-x12 as a stream of segments (without its object model); prints the counts of segments and elements.
 *
 *     node test/bench/cases/node-x12-stream.mjs FILE
 *
 * Version 1.7.1 keeps the rest of a chunk after it was used when the next chunk ends exactly with a terminator, and puts
 * that rest before a later segment once more: the counts it prints can be higher than those of the file.
 */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { X12Parser } = require('node-x12');

const counts = { segments: 0, elements: 0 };

createReadStream(process.argv[2])
  .pipe(new X12Parser(false))
  .on('data', (segment) => {
    counts.segments++;
    counts.elements += segment.elements.length;
  })
  .on('end', () => console.log(JSON.stringify(counts)));
