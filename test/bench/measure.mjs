import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const USAGE_WRAPPER = 'test/bench/report-usage.cjs';
const DEFAULT_LIMIT_SECONDS = 600;
const KEPT_CHARACTERS = 4000;
const PIN_TO_CORE_0 = ['taskset', '-c', '0'];

/** True when processes can be pinned to one core here. */
export function canPin() {
  return spawnSync(PIN_TO_CORE_0[0], [...PIN_TO_CORE_0.slice(1), 'true']).status === 0;
}

/**
 * Runs a Node script as a whole process, from start to exit, and gives either
 * { wallSeconds, cpuSeconds, peakBytes, counts } or { failure } with the reason in words. `counts` is the JSON that the
 * script printed, if any.
 */
export async function measureProcess({ root, args, pinned, limitSeconds = DEFAULT_LIMIT_SECONDS }) {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-bench-'));
  const usageFile = join(folder, 'usage.json');
  try {
    const run = await runToExit({ root, args, pinned, limitSeconds, usageFile });
    if (run.failure !== undefined) return { failure: run.failure };
    const usage = JSON.parse(readFileSync(usageFile, 'utf8'));
    return { wallSeconds: run.wallSeconds, ...usage, counts: parseCounts(run.stdout) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a script that measures itself and prints its values as JSON; gives them, or throws with the reason. */
export async function readProbe({ root, args, pinned }) {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-bench-'));
  try {
    const run = await runToExit({ root, args, pinned, limitSeconds: DEFAULT_LIMIT_SECONDS, usageFile: join(folder, 'usage.json') });
    if (run.failure !== undefined) throw new Error(`${args[0]} ${run.failure}`);
    return JSON.parse(run.stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Exit code of Clearloop for a file that was converted, and in which something was found. */
const FINDINGS = 3;

/**
 * Runs a program once, untimed, with its output in a file. Gives the reason in words when it fails or writes fewer lines
 * than the input has claims: a program that does nothing is fast.
 */
export async function verifyOutput({ root, toFile, fixture, pinned }) {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-bench-'));
  const output = join(folder, 'output');
  try {
    const { failure } = await measureProcess({ root, args: toFile(fixture.path, output), pinned });
    if (failure !== undefined) return failure;
    // A command adds the extension of its format.
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    const lineCount = Math.max(0, ...files.map((text) => text.split('\n').length - 1));
    return lineCount < fixture.claims ? `not run: it wrote ${lineCount} lines for ${fixture.claims} claims` : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runToExit({ root, args, pinned, limitSeconds, usageFile }) {
  const command = [...(pinned ? PIN_TO_CORE_0 : []), process.execPath, '--require', join(root, USAGE_WRAPPER), ...args];
  const env = { ...process.env, BENCH_USAGE_FILE: usageFile };
  // Settings of the shell would be measured too: Node reads these certificates at each start, before the program.
  delete env.NODE_OPTIONS;
  delete env.NODE_EXTRA_CA_CERTS;
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command[0], command.slice(1), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout = keepTail(child.stdout);
    const stderr = keepTail(child.stderr);
    let exitedAfterSeconds = 0;
    let isOverLimit = false;
    const timer = setTimeout(() => {
      isOverLimit = true;
      child.kill('SIGKILL');
    }, limitSeconds * 1000);
    child.on('error', (error) => resolve({ failure: `could not be started: ${error.message}` }));
    child.on('exit', () => (exitedAfterSeconds = (performance.now() - started) / 1000));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (isOverLimit) resolve({ failure: `did not finish in ${limitSeconds} s` });
      else if (code === 0 || code === FINDINGS) resolve({ wallSeconds: exitedAfterSeconds, stdout: stdout() });
      else resolve({ failure: `ended with ${signal ?? `code ${code}`}: ${reasonIn(stderr())}` });
    });
  });
}

/** Reads a stream to its end, so that the process never waits, and keeps the last characters. */
function keepTail(stream) {
  let tail = '';
  stream.setEncoding('utf8').on('data', (text) => (tail = (tail + text).slice(-KEPT_CHARACTERS)));
  return () => tail;
}

/** The line of a stack trace or message that says most. */
function reasonIn(stderr) {
  const lines = stderr.split('\n').map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? 'no message';
}

function parseCounts(stdout) {
  const line = stdout.trim().split('\n').at(-1);
  return line.startsWith('{') ? JSON.parse(line) : {};
}
