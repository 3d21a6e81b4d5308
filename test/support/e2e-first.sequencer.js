const { sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Starts with the suites of test/e2e: they take longest, although their files are short, and they wait more than they work. */
module.exports = class extends Sequencer {
  sort(tests) {
    const isFirst = ({ path }) => path.includes(`${sep}e2e${sep}`);
    const sorted = [...super.sort(tests)];
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))];
  }
};
