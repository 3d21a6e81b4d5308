/**
 * Peer: x12-parser groups a file by claim (with a loop for each of its lines) and every group is written as a line of JSON.
 * It maps nothing: the keys are element positions, the values are the strings of the file. The last argument is the segment
 * that a claim starts with: CLP (835) when absent, or CLM (837).
 *
 *     node test/bench/cases/x12-parser-claims.mjs FILE [OUT] [CLP|CLM]
 *
 * Tuned in the peer's favour: lines are joined to blocks and written synchronously, so that no write stream is paid for.
 */
import { createReadStream, openSync, writeSync } from 'node:fs';
import { X12grouper, X12parser } from 'x12-parser';
import { CLAIM_SCHEMAS } from './claim-schema.mjs';

const BLOCK_CHARACTERS = 65536;

const [, , input, output = '/dev/null', start = 'CLP'] = process.argv;
const outputFile = openSync(output, 'w');
let block = '';
let groupCount = 0;

createReadStream(input).pipe(new X12parser('latin1')).pipe(new X12grouper(CLAIM_SCHEMAS[start])).on('data', write).on('end', finish);

function write(groupOrSegment) {
  if (groupOrSegment.isGroup) groupCount++;
  block += `${JSON.stringify(groupOrSegment)}\n`;
  if (block.length > BLOCK_CHARACTERS) flush();
}

function flush() {
  writeSync(outputFile, block);
  block = '';
}

function finish() {
  flush();
  console.log(JSON.stringify({ claims: groupCount }));
}
