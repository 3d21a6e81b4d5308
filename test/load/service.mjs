import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Starts the built service on a free port; `dataFolder` is for its codes. Gives { url, peakBytes, complaints, ask, stop }. `preload` is a module
 * that runs in the service before its own code, and answers the messages of `ask`.
 */
export async function startService(root, dataFolder, preload) {
  const program = join(root, 'dist/bundle/cli.js');
  if (!existsSync(program)) throw new Error(`${program} does not exist: run npm run build.`);
  const environment = { ...process.env, CLEARLOOP_DATA_DIR: dataFolder };
  delete environment.NODE_OPTIONS; // An option of the shell would be measured too.
  const preloaded = preload === undefined ? [] : ['--require', preload];
  const child = spawn(process.execPath, [...preloaded, program, 'serve', '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === undefined ? [] : ['ipc'])],
  });
  const complaints = [];
  child.stderr.setEncoding('utf8').on('data', (text) => complaints.push(text));
  const url = await readUrl(child);
  if (url === undefined) throw new Error(`The service did not start: ${complaints.join('')}`);
  return { url, peakBytes: () => readPeak(child.pid), complaints: () => complaints.join(''), ask: () => ask(child), stop: () => stop(child) };
}

/** The log says the address; what comes after it is read too and let go, or it would pile up in the service. */
function readUrl(child) {
  return new Promise((resolve) => {
    let log = '';
    let url;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (url !== undefined) return;
      log += text;
      url = /"url":"([^"]+)"/.exec(log)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => resolve(undefined));
  });
}

async function ask(child) {
  child.send('ask');
  const [answer] = await once(child, 'message');
  return answer;
}

/** Highest resident memory of a process so far, as Linux counts it; undefined elsewhere. */
function readPeak(pid) {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

async function stop(child) {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  return code;
}
