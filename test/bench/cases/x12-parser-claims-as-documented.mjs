/**
 * Peer: x12-parser groups an 835 by claim in the way that its page shows (pipes with the default encoding), and every
 * group is written to a write stream as a line of JSON. What most programs that use it look like.
 *
 *     node test/bench/cases/x12-parser-claims-as-documented.mjs FILE [OUT]
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { X12grouper, X12parser } from 'x12-parser';
import { CLAIM_SCHEMAS } from './claim-schema.mjs';

const [, , input, output = '/dev/null'] = process.argv;
const out = createWriteStream(output);
const groups = createReadStream(input).pipe(new X12parser()).pipe(new X12grouper(CLAIM_SCHEMAS.CLP));
let groupCount = 0;

groups.on('data', (group) => {
  if (group.isGroup) groupCount++;
  if (out.write(`${JSON.stringify(group)}\n`)) return;
  groups.pause();
  out.once('drain', () => groups.resume());
});
groups.on('end', () => out.end(() => console.log(JSON.stringify({ claims: groupCount }))));
