#!/usr/bin/env node
// Brings a checkout into a state in which it runs: installs dependencies when they are missing or older than the lock
// file, and builds when the build is missing or older than its sources. Says each step in one line on standard error,
// and nothing when there is nothing to do. Two at once do not collide: the second waits for the first.
//
//   node scripts/ensure-built.mjs [--rebuild]
//
// Needs nothing but Node 20 and npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync as _unused, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
