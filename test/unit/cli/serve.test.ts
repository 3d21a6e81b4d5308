import { type Outcome, runCommand } from './fake-io';

/** Runs `clearloop serve` with a signal that stops it at once, should it start after all. */
async function serve(host: string, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const quiet = { CLEARLOOP_LOG_LEVEL: 'error', ...environment };
  return runCommand(['serve', '--port', '0', '--host', host], { environment: quiet, signal: AbortSignal.abort() });
}

describe('clearloop serve', () => {
  it('exits with 2 when --host opens the service without API keys, and names three ways out', async () => {
    const { exitCode, stderr } = await serve('0.0.0.0', {});
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^The setting HOST .*CLEARLOOP_API_KEYS_FILE.*127\.0\.0\.1.*CLEARLOOP_ALLOW_ANONYMOUS=true/);
  });

  it('exits with 1 when the file of API keys cannot be read', async () => {
    const { exitCode, stderr } = await serve('127.0.0.1', { CLEARLOOP_API_KEYS_FILE: '/nothing' });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('The file of API keys /nothing cannot be read (ENOENT).')]);
  });
});
