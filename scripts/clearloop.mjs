#!/usr/bin/env node
// The command line from a checkout: installs and builds what is missing, then runs `clearloop` with the given arguments
// in this process, so that standard streams, signals and the exit code are its own.
//
//   node scripts/clearloop.mjs convert samples/835.edi
import { fileURLToPath } from 'node:url';
import { ensureBuiltOrExplain } from './ensure-built.mjs';

const commandLine = new URL('../dist/src/cli/main.js', import.meta.url);
const exitCode = await ensureBuiltOrExplain();
if (exitCode === 0) {
  process.argv[1] = fileURLToPath(commandLine);
  await import(commandLine.href);
} else process.exitCode = exitCode;
