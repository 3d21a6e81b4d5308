#!/usr/bin/env node
import { stopOnProcessSignal } from '../http/stop-signal';
import { run } from './run';

/** Runs the command line on this process. */
async function main(): Promise<void> {
  const { argv, stdin, stdout, stderr, env } = process;
  process.exitCode = await run(argv.slice(2), { stdin, stdout, stderr, environment: env, signal: stopOnProcessSignal(), clock: () => performance.now() });
}

void main();
