#!/usr/bin/env node
import { expectShortLivedObjects } from '../common/short-lived-objects';
import { stopOnProcessSignal } from '../common/stop-signal';
import { systemErrorCode } from '../io/system-error';
import { EXIT } from './exit-codes';
import { run } from './run';

/** A reader that closes the pipe, as `head` does, is no failure. Commands that wait for their output report other errors themselves. */
function onOutputError(error: Error): void {
  if (systemErrorCode(error) !== 'EPIPE') process.exitCode = EXIT.failed;
}

/** Runs the command line on this process. */
async function main(): Promise<void> {
  const { argv, stdin, stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) stream.on('error', onOutputError);
  const exitCode = await run(argv.slice(2), {
    stdin,
    stdout,
    stderr,
    environment: env,
    signal: stopOnProcessSignal(),
    clock: () => performance.now(),
    now: () => new Date(),
  });
  if (exitCode !== EXIT.ok) process.exitCode = exitCode;
}

expectShortLivedObjects();
void main();
