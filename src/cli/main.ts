#!/usr/bin/env node
import { expectShortLivedObjects } from '../common/short-lived-objects';
import { stopOnProcessSignal } from '../common/stop-signal';
import { systemErrorCode } from '../io/system-error';
import { EXIT } from './exit-codes';
import { run } from './run';

/** A reader that closes the pipe, as `head` does, is no failure. Commands that wait for their output report other errors themselves. */
const isFailure = (error: Error): boolean => systemErrorCode(error) !== 'EPIPE';

/** Called when the event loop is empty before the command has ended: nothing is left that could continue it. */
function onStalled(): void {
  process.stderr.write('Clearloop stopped before the end of its work: an operation never finished. The output is incomplete.\n');
}

/** Runs the command line on this process. */
async function main(): Promise<void> {
  const { argv, stdin, stdout, stderr, env } = process;
  // Node ends a process whose event loop is empty with this code, whether the command has ended or not.
  process.exitCode = EXIT.failed;
  process.once('beforeExit', onStalled);
  let hasOutputFailed = false;
  const onError = (error: Error): void => {
    if (!isFailure(error)) return;
    hasOutputFailed = true;
    process.exitCode = EXIT.failed;
  };
  for (const stream of [stdout, stderr]) stream.on('error', onError);
  const exitCode = await run(argv.slice(2), {
    stdin,
    stdout,
    stderr,
    environment: env,
    signal: stopOnProcessSignal(),
    clock: () => performance.now(),
    now: () => new Date(),
  });
  process.off('beforeExit', onStalled);
  process.exitCode = exitCode === EXIT.ok && hasOutputFailed ? EXIT.failed : exitCode;
}

expectShortLivedObjects();
void main();
