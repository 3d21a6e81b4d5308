import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { remittance } from './edi-835';

const BUILT = join(__dirname, '../../dist/src/cli/main.js');

/** Starts the built command line as a process of its own. */
function start(argv: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
  if (!existsSync(BUILT)) throw new Error(`${BUILT} is missing: run npm run build`);
  return spawn(process.execPath, [BUILT, ...argv], { env: { ...process.env, ...environment } });
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Starts the service and waits until it listens; then nobody reads its log any more. */
async function startServing(
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: ChildProcessWithoutNullStreams; readonly url: string }> {
  const child = start(['serve', '--port', '0'], environment);
  for await (const line of child.stdout) {
    const url = /"url":"([^"]+)"/.exec(String(line))?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the service ended before it listened');
}

describe('clearloop as a process', () => {
  it('converts standard input to standard output', async () => {
    const child = start(['convert', '-', '--to', 'ndjson']);
    child.stdin.end(remittance(2));
    expect((await textOf(child.stdout)).match(/\n/g)).toHaveLength(2);
    expect(await textOf(child.stderr)).toBe('');
  });

  it('ends quietly when its reader goes away, as head does', async () => {
    const child = start(['convert', '-', '--to', 'ndjson']);
    child.stdin.on('error', () => undefined);
    child.stdin.write(remittance(20_000));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.end();
    const errors = textOf(child.stderr);
    const [exitCode] = await once(child, 'exit');
    expect([exitCode, await errors]).toEqual([0, '']);
  });

  it('ends with 130 when it is interrupted while it waits for input', async () => {
    const child = start(['convert', '-', '--to', 'ndjson']);
    child.stdin.write(remittance(100));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    child.stdout.resume();
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  it('serves on this machine only unless HOST says otherwise, and ends with 0 at SIGTERM', async () => {
    const { child, url } = await startServing();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    [['serve'], { PORT: 'http' }, 2, 'The setting PORT is not usable. Allowed: a whole number from 0 to 65535.\n'],
    [
      ['serve', '--port', '0'],
      { EDI_LICENSE_FILE: '/nothing' },
      1,
      'The licence file /nothing (setting EDI_LICENSE_FILE) cannot be read. Expected: a JSON object with "license" and "signature".\n',
    ],
    [
      ['serve', '--port', '0', '--host', '192.0.2.1'],
      { CLEARLOOP_ALLOW_ANONYMOUS: 'true' },
      1,
      expect.stringContaining('The service cannot listen (EADDRNOTAVAIL).'),
    ],
  ] as const)('refuses to start: %j %j', async (argv, environment, exitCode, message) => {
    const child = start(argv, environment);
    const errors = textOf(child.stderr);
    expect(await once(child, 'exit')).toEqual([exitCode, null]);
    expect(await errors).toEqual(message);
  });
});
