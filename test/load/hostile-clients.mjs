import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { makeHostileInputs } from './hostile-inputs.mjs';

/** Hostile clients, in a thread of their own: each sends one input after the other until the end, whatever is answered, and starts with another one. */
const { url, clients, samples, milliseconds } = workerData;
const inputs = makeHostileInputs(Object.fromEntries(Object.entries(samples).map(([name, bytes]) => [name, Buffer.from(bytes)])));
const until = performance.now() + milliseconds;
const tallies = new Map(inputs.map(({ name, path }) => [`${name} ${path}`, { sent: 0, answers: {}, longest: 0 }]));

await Promise.all(Array.from({ length: clients }, (_, client) => attack(Math.floor((client * inputs.length) / clients))));
parentPort.postMessage(Object.fromEntries(tallies));

async function attack(first) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = first; performance.now() < until; turn++) {
    const input = inputs[turn % inputs.length];
    const started = performance.now();
    const answer = await sendInput(agent, input);
    const tally = tallies.get(`${input.name} ${input.path}`);
    tally.sent++;
    tally.answers[answer] = (tally.answers[answer] ?? 0) + 1;
    tally.longest = Math.max(tally.longest, performance.now() - started);
  }
  agent.destroy();
}

/** Gives the status of the answer, or what ended the request without one. */
function sendInput(agent, { method = 'POST', path, headers, body, ends }) {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const outgoing = request(url + path, { method, agent, headers: { ...headers, ...length } });
    const deadline = setTimeout(() => outgoing.destroy(new Error('left')), 60_000);
    const done = (answer) => {
      clearTimeout(deadline);
      resolve(answer);
    };
    outgoing.on('error', (error) => done(error.code ?? error.message));
    outgoing.on('response', (answer) => {
      answer.on('error', () => {});
      answer.on('close', () => done(answer.complete ? answer.statusCode : `${answer.statusCode}, cut`));
      if (ends === 'stalls') setTimeout(() => answer.destroy(), 15_000);
      else if (ends === 'leaves') answer.once('data', () => answer.destroy());
      else answer.resume();
    });
    if (ends === 'trickles') trickle(outgoing, body);
    else outgoing.end(body);
  });
}

function trickle(outgoing, body) {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= 20 || outgoing.destroyed) {
      clearInterval(timer);
      outgoing.destroy(new Error('left'));
    } else outgoing.write(body.subarray(sent, ++sent));
  }, 1000);
}
