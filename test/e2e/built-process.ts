import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The command line as it was built. */
export const BUILT = join(__dirname, '../../dist/bundle/cli.js');

/** A service that refuses nobody because it is late or large: a busy machine must not decide a test. */
export const NO_SHEDDING = { CLEARLOOP_MAX_EVENT_LOOP_DELAY: '0', CLEARLOOP_MAX_RSS_BYTES: '0' };

/** Starts the built command line as a process of its own. */
export function startBuilt(argv: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
  if (!existsSync(BUILT)) throw new Error(`${BUILT} is missing: run npm run build`);
  return spawn(process.execPath, [BUILT, ...argv], { env: { ...process.env, ...environment } });
}

/** Reads a stream to its end. */
export async function outputOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** A service as a process of its own. */
export interface BuiltServing {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
}

/** Starts the service and waits until it listens; then nobody reads its log any more, unless the caller does. */
export async function startServing(environment: Readonly<Record<string, string>> = {}): Promise<BuiltServing> {
  const child = startBuilt(['serve', '--port', '0'], { ...NO_SHEDDING, ...environment });
  for await (const line of child.stdout.iterator({ destroyOnReturn: false })) {
    const url = /"url":"([^"]+)"/.exec(String(line))?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the service ended before it listened');
}
