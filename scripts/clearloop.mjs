#!/usr/bin/env node
// The command line from a checkout: installs and builds what is missing, then runs `clearloop` with the given arguments
// in this process, so that standard streams, signals and the exit code are its own.
//
//   node scripts/clearloop.mjs convert samples/835.edi
import { fileURLToPath } from 'node:url';
import { ensureBuiltOrExplain } from './ensure-built.mjs';

const commandLine = new URL('../dist/bundle/cli.js', import.meta.url);
const exitCode = await ensureBuiltOrExplain();
// npm runs scripts in the folder of the package; paths are meant from the folder where npm was called.
const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
if (folder && ['clearloop', 'convert', 'start'].includes(script ?? '')) process.chdir(folder);
if (exitCode === 0) {
  process.argv[1] = fileURLToPath(commandLine);
  await import(commandLine.href);
} else process.exitCode = exitCode;
