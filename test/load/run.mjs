/**
 * The load test: `npm run load -- [options]`.
 *
 *     --small 200          clients that send small files
 *     --large 8            clients that send a large file
 *     --small-size 20KB    size of the small files
 *     --large-size 20MB    size of the large ones
 *     --rounds 5           requests of each small client
 *     --write              puts the result into docs/performance.md; without it, it is only printed
 *     --json               prints the result as one line of JSON
 *
 * Ends with 1 when a request failed or an answer differs from the one that the same request gave alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseByteSize } from '../bench/byte-size.mjs';
import { sendAlone, sendTogether } from './clients.mjs';
import { describeMachine } from './machine.mjs';
import { renderTable, summarise, writeSection } from './report.mjs';
import { makeRequests } from './requests.mjs';
import { startService } from './service.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PAGE = join(ROOT, 'docs/performance.md');
const SHOWN_FAILURES = 10;

async function main() {
  const options = readOptions();
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-load-'));
  try {
    const requests = await makeRequests(folder, options);
    const service = await startService(ROOT, folder);
    const measured = await measure(service, requests, options).finally(() => service.stop());
    tell(summarise({ ...measured, options, machine: describeMachine(), date: new Date().toISOString().slice(0, 10) }), measured.failures, options);
    if (service.complaints() !== '') throw new Error(`The service complained: ${service.complaints().slice(0, 1000)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(service, requests, { rounds }) {
  const idleBytes = service.peakBytes();
  await sendAlone(service.url, requests.small.slice(0, 20)); // warms it up
  const alone = { small: await sendAlone(service.url, requests.small), large: await sendAlone(service.url, requests.large) };
  const started = performance.now();
  const result = await sendTogether(service.url, requests, alone, rounds);
  const wallSeconds = (performance.now() - started) / 1000;
  return { ...result, wallSeconds, peakBytes: service.peakBytes(), idleBytes, aloneMilliseconds: alone.small.map(({ milliseconds }) => milliseconds) };
}

function tell(summary, failures, { write, json }) {
  for (const failure of failures.slice(0, SHOWN_FAILURES)) console.error(failure);
  if (json) console.log(JSON.stringify(summary));
  else console.log(renderTable(summary));
  if (failures.length > 0) process.exitCode = 1;
  else if (write) writeSection(PAGE, summary);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      small: { type: 'string', default: '200' },
      large: { type: 'string', default: '8' },
      'small-size': { type: 'string', default: '20KB' },
      'large-size': { type: 'string', default: '20MB' },
      rounds: { type: 'string', default: '5' },
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [small, large, rounds] = [values.small, values.large, values.rounds].map(Number);
  if (![small, large, rounds].every((number) => Number.isInteger(number) && number >= 0)) throw new Error('--small, --large and --rounds are whole numbers.');
  const { write, json } = values;
  return { small, large, rounds, smallBytes: parseByteSize(values['small-size']), largeBytes: parseByteSize(values['large-size']), write, json };
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
