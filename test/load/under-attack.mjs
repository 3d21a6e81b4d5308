/**
 * Honest clients beside hostile ones: `npm run load:attack -- [options]`.
 *
 *     --minutes 10     how long
 *     --honest 50      clients that send small files, one after the other
 *     --pause 500      milliseconds between two requests of an honest client
 *     --hostile 5      clients that send what costs a service most
 *     --write          puts the result into docs/performance.md; without it, it is only printed
 *
 * Ends with 1 when an honest request failed, took more than two seconds or got another answer than alone, when /health took more than 250 ms,
 * or when the service took more than 600 MB.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { send, sendAlone } from './clients.mjs';
import { renderAttack, writeAttack } from './attack-report.mjs';
import { describeMachine } from './machine.mjs';
import { percentile } from './report.mjs';
import { makeRequests } from './requests.mjs';
import { startService } from './service.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../..');
const PAGE = join(ROOT, 'docs/performance.md');
const SAMPLES = ['834.edi', '835.edi', '837p.edi'];
const GOALS = { honestMilliseconds: 2000, healthMilliseconds: 250, peakBytes: 600_000_000 };

async function main() {
  const options = readOptions();
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-attack-'));
  try {
    const { small } = await makeRequests(folder, { small: options.honest, large: 0, smallBytes: 20_000, largeBytes: 0 });
    const service = await startService(ROOT, folder);
    const measured = await measure(service, small, options).finally(() => service.stop());
    const { honest, probe, attack, peakBytes } = measured;
    const summary = {
      honest: describeTimes(honest.times),
      health: describeTimes(probe.health),
      metrics: describeTimes(probe.metrics),
      attack,
      peakBytes,
      options,
      machine: describeMachine(),
      date: new Date().toISOString().slice(0, 10),
    };
    tell(summary, [...honest.failures, ...probe.failures], options);
    if (service.complaints() !== '') throw new Error(`The service complained: ${service.complaints().slice(0, 1000)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(service, requests, { minutes, hostile, pauseMilliseconds }) {
  const { url } = service;
  await sendAlone(url, requests); // warms it up
  const alone = await sendAlone(url, requests);
  const milliseconds = minutes * 60_000;
  const samples = Object.fromEntries(SAMPLES.map((name) => [name, readFileSync(join(ROOT, 'samples', name))]));
  const attack = hostile === 0 ? Promise.resolve({}) : inThread('hostile-clients.mjs', { url, clients: hostile, samples, milliseconds });
  const probe = inThread('health-prober.mjs', { url, milliseconds });
  const honest = await askHonestly(url, requests, alone, pauseMilliseconds, performance.now() + milliseconds);
  return { honest, probe: await probe, attack: await attack, peakBytes: service.peakBytes() };
}

/** Each client sends its request over and over, with a pause that is not the same for two of them. Gives { times, failures }. */
async function askHonestly(url, requests, alone, pauseMilliseconds, until) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  const failures = [];
  const client = async (request, index) => {
    while (performance.now() < until) {
      await pause(pauseMilliseconds * (0.5 + ((index * 7) % 10) / 10));
      try {
        const { status, digest, milliseconds } = await send(url, request, agent);
        times.push(milliseconds);
        if (status !== 200) failures.push(`${request.path} was answered with ${status}`);
        else if (digest !== alone[index].digest) failures.push(`${request.path} was not answered as it was alone`);
      } catch (error) {
        failures.push(`${request.path} failed: ${error.message}`);
      }
    }
  };
  await Promise.all(requests.map(client));
  agent.destroy();
  return { times, failures };
}

function inThread(file, workerData) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(HERE, file), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function tell(summary, failures, { write }) {
  console.log(renderAttack(summary));
  const missed = [
    [failures.length > 0, `${failures.length} honest requests or probes failed; the first: ${failures[0]}`],
    [summary.honest.longest > GOALS.honestMilliseconds, `an honest request took more than ${GOALS.honestMilliseconds} ms`],
    [summary.health.longest > GOALS.healthMilliseconds, `/health took more than ${GOALS.healthMilliseconds} ms`],
    [summary.peakBytes > GOALS.peakBytes, `the service took more than ${GOALS.peakBytes / 1e6} MB`],
  ].flatMap(([isMissed, message]) => (isMissed ? [message] : []));
  for (const message of missed) console.error(message);
  if (missed.length > 0) process.exitCode = 1;
  else if (write) writeAttack(PAGE, summary);
}

/** Milliseconds of answers: how many, median, 99 of 100, and the longest. */
function describeTimes(times) {
  return { answers: times.length, median: percentile(times, 0.5), p99: percentile(times, 0.99), longest: percentile(times, 1) };
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      honest: { type: 'string', default: '50' },
      pause: { type: 'string', default: '500' },
      hostile: { type: 'string', default: '5' },
      write: { type: 'boolean', default: false },
    },
  });
  const [minutes, honest, pauseMilliseconds, hostile] = [values.minutes, values.honest, values.pause, values.hostile].map(Number);
  if (!(minutes > 0) || ![honest, pauseMilliseconds, hostile].every((number) => Number.isInteger(number) && number >= 0))
    throw new Error('--minutes is a number above 0; --honest, --pause and --hostile are whole numbers.');
  return { minutes, honest, pauseMilliseconds, hostile, write: values.write };
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
