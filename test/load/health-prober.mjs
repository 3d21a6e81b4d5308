import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks for /health and /metrics all the time, from a thread that does nothing else, and gives the milliseconds of each answer: { health, metrics, failures }. */
const { url, milliseconds } = workerData;
const agent = new Agent({ keepAlive: true });
const until = performance.now() + milliseconds;
const result = { health: [], metrics: [], failures: [] };
while (performance.now() < until) {
  await ask('/health', result.health);
  if (result.health.length % 20 === 0) await ask('/metrics', result.metrics);
  await pause(50);
}
agent.destroy();
parentPort.postMessage(result);

function ask(path, times) {
  const started = performance.now();
  return new Promise((resolve) => {
    const failed = (reason) => {
      result.failures.push(`${path}: ${reason}`);
      resolve();
    };
    get(url + path, { agent }, (answer) => {
      if (answer.statusCode !== 200) failed(`answered with ${answer.statusCode}`);
      answer.resume().on('end', () => {
        times.push(performance.now() - started);
        resolve();
      });
    }).on('error', (error) => failed(error.message));
  });
}
