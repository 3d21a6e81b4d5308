/**
 * How long one request keeps the event loop from everybody else: `npm run load:turns -- [options]`.
 *
 *     --rounds 3       how often each input is sent to each operation; the shortest of the rounds is shown, which the machine disturbs least
 *     --only csv       operations whose path has this text
 *
 * Sends each input to each operation of the built service, alone. Shows the longest time between two turns of the event loop, the longest time that
 * the main thread computed between two turns, the longest answer of /health meanwhile, and the CPU time that the service spends on a request after
 * its client left: in the middle of sending the body, and after it was sent.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './machine.mjs';
import { makeLongRecords } from './long-records.mjs';
import { renderRows } from './report.mjs';
import { startService } from './service.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../..');
const SAMPLES = ['835.edi', '837p.edi'];

/** A client leaves after so many milliseconds: long enough that the work is under way. */
const LEAVES_AFTER = [40, 400];

/** The service is at rest when it has computed less than a tenth of so many milliseconds in them. */
const REST_MILLISECONDS = 200;

async function main() {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } } });
  const samples = Object.fromEntries(SAMPLES.map((name) => [name, readFileSync(join(ROOT, 'samples', name), 'latin1')]));
  const requests = makeLongRecords(samples).filter(({ path }) => path.includes(values.only));
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-turns-'));
  const service = await startService(ROOT, folder, join(HERE, 'turn-meter.cjs'));
  try {
    for (const one of requests) await measure(service, one); // The first run compiles.
    const rounds = new Map(requests.map((one) => [one, []]));
    for (let round = 0; round < Number(values.rounds); round++) for (const one of requests) rounds.get(one).push(await measure(service, one));
    const rows = requests.map((one) => [one.name, one.path, ...columnsOf(rounds.get(one))]);
    console.log(
      renderRows([
        ['Input', 'Operation', 'Answer', 'CPU', 'Longest gap', 'Longest work', '/health', ...LEAVES_AFTER.map((ms) => `CPU after leaving at ${ms} ms`)],
        ...rows,
      ]),
    );
    console.log(describeMachine());
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
  if (service.complaints() !== '') throw new Error(`The service complained: ${service.complaints().slice(0, 1000)}`);
}

/** The least of all rounds, in milliseconds: other work of the machine only adds. */
function columnsOf(rounds) {
  const least = (pick) => Math.min(...rounds.map(pick)).toFixed(0);
  return [
    rounds[0].answer,
    ...['cpu', 'gap', 'work', 'health'].map((key) => least((one) => one[key])),
    ...LEAVES_AFTER.map((_, index) => least(({ left }) => left[index])),
  ];
}

async function measure(service, one) {
  const before = await service.ask();
  const probe = probeHealth(service.url);
  const answer = await send(service.url, one);
  const { cpu, gap, work } = await service.ask();
  const health = await probe.stop();
  const left = [];
  for (const milliseconds of LEAVES_AFTER) left.push(await cpuAfterLeaving(service, one, milliseconds));
  return { answer, cpu: cpu - before.cpu, gap, work, health, left };
}

/** CPU milliseconds that the service spends after the client of a request is gone. */
async function cpuAfterLeaving(service, one, milliseconds) {
  const answer = send(service.url, one, milliseconds);
  await answer;
  const { cpu: start } = await service.ask();
  for (let last = start; ;) {
    await pause(REST_MILLISECONDS);
    const { cpu } = await service.ask();
    if (cpu - last < REST_MILLISECONDS / 10) return last - start;
    last = cpu;
  }
}

/** Gives what was answered; with `leavesAfter` the client is gone after so many milliseconds. */
function send(url, { path, headers, body }, leavesAfter) {
  return new Promise((resolve) => {
    const outgoing = request(url + path, { method: 'POST', agent: false, headers: { ...headers, 'content-length': body.length } });
    const done = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = leavesAfter === undefined ? undefined : setTimeout(() => outgoing.destroy(new Error('left')), leavesAfter);
    outgoing.on('error', (error) => done(error.code ?? error.message));
    outgoing.on('response', (answer) => {
      answer.on('error', () => undefined);
      answer.on('close', () => done(answer.complete ? String(answer.statusCode) : `${answer.statusCode}, cut`));
      answer.resume();
    });
    outgoing.end(body);
  });
}

/** Asks for /health every 10 ms until it is stopped; gives the milliseconds of the longest answer. */
function probeHealth(url) {
  let isOver = false;
  const longest = (async () => {
    let milliseconds = 0;
    while (!isOver) {
      const started = performance.now();
      await new Promise((resolve, reject) =>
        request(`${url}/health`, { agent: false }, (answer) => answer.resume().on('end', resolve))
          .on('error', reject)
          .end(),
      );
      milliseconds = Math.max(milliseconds, performance.now() - started);
      await pause(10);
    }
    return milliseconds;
  })();
  return {
    stop: () => {
      isOver = true;
      return longest;
    },
  };
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
