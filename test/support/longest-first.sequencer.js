const { readdirSync, statSync } = require('node:fs');
const { basename, dirname, join, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const FOLDERS_OF = { ...require('../rooms.json'), ...require('../unit/rooms.json'), ...require('../e2e/rooms.json') };
const isLong = Number(process.env.CLEARLOOP_FUZZ_SECONDS ?? 0) > 0;
const LONG_SUITES = require('./long-suites.json').map((path) => join(__dirname, '../..', path));

/** Long suites that take minutes, those that take most first. */
const LONGEST = [
  'test/growth/growth',
  'test/property/mutated-requests',
  'test/e2e/process/killed-workers.',
  'test/e2e/privacy/phi-canary',
  'test/property/field-writing',
  'test/corpus/tables',
  'test/unit/generation/growth',
].map((path) => join(__dirname, '../..', path));

/**
 * Starts with the longest of the long suites. Suites of test/e2e follow, which wait more than they work, then those of rooms (room.ts), the largest
 * first. Other long suites come before those with a budget of seconds.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const weights = new Map(tests.map((test) => [test, weightOf(test.path)]));
    return [...super.sort(tests)].sort((a, b) => weights.get(b) - weights.get(a));
  }
};

/** 0 where Jest's own order is right: it starts with what took longest in the last run. */
function weightOf(path) {
  const place = isLong ? LONGEST.findIndex((long) => path.startsWith(long)) : -1;
  if (place !== -1) return Number.MAX_VALUE / (1 + place);
  if (path.includes(`${sep}e2e${sep}`)) return path.endsWith('.suite.ts') ? 2 * Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  if (LONG_SUITES.some((long) => path.startsWith(long))) return 1;
  if (!path.endsWith('.suite.ts')) return 0;
  const folders = FOLDERS_OF[basename(path, '.suite.ts')] ?? [''];
  return folders.reduce((sum, folder) => sum + bytesOf(join(dirname(path), folder)), 0);
}

const bytesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
