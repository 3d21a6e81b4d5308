import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate835 } from '../bench/generate-835.mjs';
import { generate837 } from '../bench/generate-837.mjs';

/** Operations that small requests take in turn. Generation is not among them: its answers have the time of day in them. */
const SMALL_OPERATIONS = [
  { path: '/api/edi/json?ndjson=true', generate: generate835 },
  { path: '/api/edi/json', generate: generate837 },
  { path: '/api/edi/csv', generate: generate835 },
  { path: '/api/edi/validate', generate: generate837 },
  { path: '/api/edi/json?ndjson=true&validate=true&convertToSegments=true', generate: generate835 },
  { path: '/api/edi/validate/text', generate: generate835 },
  { path: '/api/edi/csv', generate: generate837 },
];

const LARGE_OPERATIONS = [
  { path: '/api/edi/json?ndjson=true', generate: generate835 },
  { path: '/api/edi/json?ndjson=true', generate: generate837 },
];

/**
 * Makes requests, each with a file of its own seed, so that no answer is like another. Gives { small, large }: lists of
 * { path, bytes } with either `body` (small) or `file` (large, which is sent as it is read).
 */
export async function makeRequests(folder, { small, large, smallBytes, largeBytes }) {
  const smallRequests = [];
  for (let index = 0; index < small; index++) {
    const { file, ...request } = await makeRequest(folder, { ...SMALL_OPERATIONS[index % SMALL_OPERATIONS.length], bytes: smallBytes, seed: index + 1 });
    smallRequests.push({ ...request, body: readFileSync(file) });
  }
  const largeRequests = [];
  for (let index = 0; index < large; index++) {
    largeRequests.push(await makeRequest(folder, { ...LARGE_OPERATIONS[index % LARGE_OPERATIONS.length], bytes: largeBytes, seed: index + 100_001 }));
  }
  return { small: smallRequests, large: largeRequests };
}

async function makeRequest(folder, { path, generate, bytes, seed }) {
  const name = `${seed}.edi`;
  const file = join(folder, name);
  const { bytes: written } = await generate({ path: file, bytes, seed });
  return { path: `${path}${path.includes('?') ? '&' : '?'}${path.includes('validate') ? 'fileName' : 'ediFileName'}=${name}`, file, bytes: written };
}
