const { readdirSync, statSync } = require('node:fs');
const { basename, dirname, join, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const FOLDERS_OF = require('../unit/rooms.json');

/** Starts with the suites of test/e2e, which wait more than they work, and then those of rooms (room.ts), those with most code first. */
module.exports = class extends Sequencer {
  sort(tests) {
    const weights = new Map(tests.map((test) => [test, weightOf(test.path)]));
    return [...super.sort(tests)].sort((a, b) => weights.get(b) - weights.get(a));
  }
};

/** 0 where Jest's own order is right: it starts with what took longest in the last run. */
function weightOf(path) {
  if (path.includes(`${sep}e2e${sep}`)) return Number.MAX_SAFE_INTEGER;
  if (!path.endsWith('.suite.ts')) return 0;
  const folders = FOLDERS_OF[basename(path, '.suite.ts')] ?? [''];
  return folders.reduce((sum, folder) => sum + bytesOf(join(dirname(path), folder)), 0);
}

const bytesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
