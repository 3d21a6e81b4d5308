import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { NO_SHEDDING } from '../e2e/built-process';
import { ROOT } from './project-files';

/** The command line as it was built. */
const BUILT_COMMAND = join(ROOT, 'dist/bundle/cli.js');

/** The service as a process of its own. */
export interface BuiltService {
  /** Host and port, such as 127.0.0.1:40123. */
  readonly address: string;
  /** Ends it by SIGTERM; returns exit code and signal. */
  stop(): Promise<readonly unknown[]>;
}

/** Builds what is missing or out of date. */
export function ensureBuilt(): void {
  execFileSync(process.execPath, ['scripts/ensure-built.mjs'], { cwd: ROOT, stdio: 'inherit' });
}

/** Puts the command `clearloop` into a folder, and gives an environment whose path begins with that folder. */
export function withCommand(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const command = join(folder, 'clearloop');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${BUILT_COMMAND}" "$@"\n`);
  chmodSync(command, 0o755);
  return { ...environment, PATH: `${folder}${delimiter}${environment['PATH'] ?? ''}` };
}

/** Which command line the service is started by, and where. */
export interface StartedBy {
  readonly script: string;
  readonly cwd: string;
}

const NPM_START: StartedBy = { script: 'scripts/clearloop.mjs', cwd: ROOT };

/** Starts the service on a free port, as `npm start` does, and waits until it listens. Throws what it said when it ends before that. */
export async function startBuiltService(environment: NodeJS.ProcessEnv, { script, cwd } = NPM_START): Promise<BuiltService> {
  const child = spawn(process.execPath, [script, 'serve', '--port', '0'], { cwd, env: { ...NO_SHEDDING, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const errors = textOf(child.stderr);
  const address = await readAddress(child);
  if (address === undefined) throw new Error(`The service ended before it listened: ${await errors}`);
  return {
    address,
    async stop() {
      const isOver = once(child, 'exit');
      child.kill('SIGTERM');
      return isOver;
    },
  };
}

/** The log names the address in its line of the start; what comes after it is read and let go, or the service would wait for its reader. */
async function readAddress(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string | undefined> {
  let log = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    log += String(chunk);
    const address = /"url":"http:\/\/([^"]+)"/.exec(log)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    return address;
  }
  return undefined;
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
