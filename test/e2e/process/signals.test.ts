import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from '../../support/fuzz';
import { until } from '../../support/until';
import { type BuiltServing, startServing } from '../built-process';

const sample = (name: string): string => readFileSync(join(__dirname, '../../../samples', name), 'latin1');

/** An interchange whose claim has thousands of errors. */
function errors(): string {
  const text = sample('837p.edi');
  const at = text.search(/LX\*1/);
  return text.slice(0, at) + 'DTP*999*D8*20269999~REF*??*~'.repeat(8_000) + text.slice(at);
}

const BODY = errors();
const PIECES_UNDER_WAY = 10;

/** No limit ends the work before a signal does. */
const NO_LIMITS = {
  CLEARLOOP_MAX_ISSUES: '1000000000',
  CLEARLOOP_MAX_PARSE_BYTES: '1000000000',
  CLEARLOOP_MAX_PARSE_ANSWER_BYTES: '1000000000',
};

/** Sends a body that never ends, and comes back when the service is in the middle of it. */
async function send(url: string, path: string): Promise<void> {
  const request = httpRequest(url + path, { method: 'POST', headers: { 'content-type': 'text/plain' } });
  request.on('error', () => undefined); // It is cut.
  request.on('response', (response) => response.on('error', () => undefined).resume());
  for (let piece = 0; piece < PIECES_UNDER_WAY; piece++) if (!request.write(BODY)) await once(request, 'drain');
  request.on('drain', () => request.write(BODY));
  request.write(BODY);
}

/** The long suites try every output. */
const PATHS = [
  'json?validate=true&maxWarnings=-1',
  'csv?maxWarnings=-1',
  'validate?maxWarnings=-1',
  'validate/text?maxWarnings=-1',
  'ack',
  'parse?maxWarnings=-1',
].filter((path) => isLong || /^(json|ack)/.test(path));

/** Reads a log to its end, and comes back at the line of an event. */
async function lineOf(log: NodeJS.ReadableStream, event: string): Promise<void> {
  let text = '';
  return new Promise((resolve) => log.on('data', (chunk) => (text += String(chunk)).includes(`"event":"${event}"`) && resolve()));
}

describe('a signal in the middle of work that takes long', () => {
  let serving: BuiltServing;
  let stopping: Promise<void>;
  let folder: string;
  let audit: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-signals-'));
    audit = join(folder, 'audit.ndjson');
  });
  afterEach(() => {
    serving.child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  async function begin(path: string, shutdownSeconds: number): Promise<void> {
    serving = await startServing({ ...NO_LIMITS, CLEARLOOP_AUDIT_LOG: audit, CLEARLOOP_SHUTDOWN_SECONDS: String(shutdownSeconds) });
    serving.child.stderr.resume();
    await send(serving.url, '/api/edi/' + path);
    // Until then the request would be refused.
    await until(async () => (await (await fetch(`${serving.url}/metrics`)).text()).includes('clearloop_conversions_running 1\n'));
    stopping = lineOf(serving.child.stdout, 'stopping');
  }

  it.each(PATHS)('ends it at the deadline, with 0: %s', async (path) => {
    await begin(path, 1);
    const exit = once(serving.child, 'exit');
    serving.child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it.each(PATHS)('ends it at once when it is the second one, with its lines in the logs: %s', async (path) => {
    await begin(path, 3_600);
    const line = lineOf(serving.child.stdout, 'request');
    const exit = once(serving.child, 'exit');
    serving.child.kill('SIGTERM');
    await stopping; // Two signals that wait are one.
    serving.child.kill('SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
    await line;
    const lines = readFileSync(audit, 'utf8').trimEnd().split('\n');
    expect(lines.map((text) => JSON.parse(text) as object)).toMatchObject([{ event: 'audit', outcome: 'broken off', bytesIn: expect.any(Number) }]);
  });
});
