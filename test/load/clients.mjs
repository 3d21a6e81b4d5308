import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Agent, request } from 'node:http';
import { pipeline } from 'node:stream';

/** Sends a request over an agent and gives { status, digest, bytes, milliseconds }; the answer is read as it comes and not kept. */
export async function send(url, { path, body, file, bytes }, agent) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method: 'POST', agent, headers: { 'content-type': 'text/plain', 'content-length': bytes } });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      const digest = createHash('sha256');
      let length = 0;
      answer.on('data', (chunk) => {
        digest.update(chunk);
        length += chunk.length;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode, digest: digest.digest('hex'), bytes: length, milliseconds: performance.now() - started }));
    });
    if (body !== undefined) outgoing.end(body);
    else pipeline(createReadStream(file), outgoing, (error) => error && reject(error));
  });
}

/** Sends each request alone, one after the other, and gives what it answered. Throws when one is not answered with 200. */
export async function sendAlone(url, requests) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers = [];
  for (const one of requests) {
    const answer = await send(url, one, agent);
    if (answer.status !== 200) throw new Error(`${one.path} alone is answered with ${answer.status}.`);
    answers.push(answer);
  }
  agent.destroy();
  return answers;
}

/**
 * Sends all at once: each large request once, and each small one `rounds` times by a client of its own. Gives { small, large, failures }: times of
 * the answers that were right, and what was wrong with others.
 */
export async function sendTogether(url, { small, large }, alone, rounds) {
  const agent = new Agent({ keepAlive: true });
  const result = { small: [], large: [], failures: [] };
  const largeDone = large.map((one, index) => sendAndCompare(one, alone.large[index], result.large));
  const smallDone = small.map(async (one, index) => {
    for (let round = 0; round < rounds; round++) await sendAndCompare(one, alone.small[index], result.small);
  });
  await Promise.all([...largeDone, ...smallDone]);
  agent.destroy();
  return result;

  async function sendAndCompare(one, expected, times) {
    try {
      const { status, digest, bytes, milliseconds } = await send(url, one, agent);
      if (status !== 200) result.failures.push(`${one.path} was answered with ${status}`);
      else if (digest !== expected.digest)
        result.failures.push(`${one.path} was answered with ${bytes} bytes that are not the ${expected.bytes} bytes it got alone`);
      else times.push({ milliseconds, bytesIn: one.bytes });
    } catch (error) {
      result.failures.push(`${one.path} failed: ${error.message}`);
    }
  }
}
