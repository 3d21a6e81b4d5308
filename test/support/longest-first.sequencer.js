const { readdirSync, statSync } = require('node:fs');
const { basename, dirname, join, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const FOLDERS_OF = require('../unit/rooms.json');
const LONG_SUITES = require('./long-suites.json').map((path) => join(__dirname, '../..', path));

/**
 * Starts with test/growth, which takes longest, then the suites of test/e2e, which wait more than they work, and those of rooms (room.ts), those
 * with most code first. Of the other long suites, those that take minutes come before those with a budget of seconds.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const weights = new Map(tests.map((test) => [test, weightOf(test.path)]));
    return [...super.sort(tests)].sort((a, b) => weights.get(b) - weights.get(a));
  }
};

/** 0 where Jest's own order is right: it starts with what took longest in the last run. */
function weightOf(path) {
  if (path.includes(`${sep}growth${sep}`)) return Number.MAX_VALUE;
  if (path.includes(`${sep}e2e${sep}`)) return Number.MAX_SAFE_INTEGER;
  if (LONG_SUITES.some((long) => path.startsWith(long))) return 1;
  if (!path.endsWith('.suite.ts')) return 0;
  const folders = FOLDERS_OF[basename(path, '.suite.ts')] ?? [''];
  return folders.reduce((sum, folder) => sum + bytesOf(join(dirname(path), folder)), 0);
}

const bytesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
