const { readdirSync, readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { basename, dirname, join, posix, sep } = require('node:path');

/**
 * The long suites, which `npm run test:long` runs: what reads every file of the shared data, starts many processes, converts
 * hundreds of megabytes, compares times, looks at memory, or runs compilers and generators of other packages. `npm test` leaves them out.
 */
const LONG_SUITES = require('./test/support/long-suites.json');

/** See test/support/fuzz.ts. */
const isLong = Number(process.env.CLEARLOOP_FUZZ_SECONDS ?? 0) > 0;

/**
 * Test files that do more when they have time: those that ask for a budget, compare times, read all of the shared data, or run some of their tests
 * only then. `cases` belong to the test of their folder.
 */
function filesWithBudgets() {
  const names = readdirSync(join(__dirname, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|cases)\.ts$/.test(name))
    .filter((name) =>
      /support\/(fuzz|growth)'|sharedFolderWhenLong|'\.\/inputs'|\bitOn\b|\bdescribeDatabases\b/.test(readFileSync(join(__dirname, 'test', name), 'utf8')),
    )
    .map((name) => `test/${name.split(sep).join('/')}`);
  return [...new Set(names.map((name) => (name.endsWith('.cases.ts') ? `${dirname(name)}/${basename(dirname(name))}.test.ts` : name)))];
}

const patternOf = (path) => `<rootDir>/${path}${path.endsWith('/') ? '**/*.test.ts' : ''}`;

const FOLDERS_OF = { ...require('./test/rooms.json'), ...require('./test/unit/rooms.json'), ...require('./test/e2e/rooms.json') };

/** Suites and the folders whose tests they declare (test/support/room.ts), unless the command names files: then each file is a suite. */
const ROOMS = process.argv.slice(2).some((argument) => !argument.startsWith('-'))
  ? []
  : readdirSync(join(__dirname, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.suite.ts'))
      .map((name) => `test/${name.split(sep).join('/')}`)
      .map((suite) => ({ suite, folders: (FOLDERS_OF[basename(suite, '.suite.ts')] ?? ['']).map((folder) => posix.join(dirname(suite), folder, '/')) }));

/** Suites of `npm test`. */
const SHORT_TESTS = [
  '<rootDir>/test/**/*.test.ts',
  ...[...LONG_SUITES, ...ROOMS.flatMap(({ folders }) => folders)].map((path) => patternOf(path).replace('<rootDir>', '!**')),
  ...ROOMS.map(({ suite }) => `<rootDir>/${suite}`),
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // The long suites compare processor time and memory of their own process, which a suite on another core does not change; without a number Jest
  // would leave one of two cores idle.
  maxWorkers: availableParallelism(),
  roots: ['<rootDir>/src', '<rootDir>/plugins', '<rootDir>/test'],
  testMatch: isLong ? [...LONG_SUITES, ...filesWithBudgets()].map(patternOf) : SHORT_TESTS,
  // `import('./run.js')` is how ECMAScript modules name what stands in run.ts.
  // Plugins in folders of tests are those of the engine under test, as those of users are of the engine that loads them.
  moduleNameMapper: {
    '^(\\.{1,2}/.+)\\.js$': '$1',
    '^clearloop/plugin$': '<rootDir>/src/plugin/index.ts',
    '^clearloop/plugin/io$': '<rootDir>/src/plugin/io.ts',
    '^clearloop/vocabulary$': '<rootDir>/plugins/vocabulary/index.ts',
    '^@nestjs/(common|config|core)$': '<rootDir>/node_modules/@nestjs/$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
      },
    ],
  },
  testSequencer: '<rootDir>/test/support/longest-first.sequencer.js',
  globalSetup: '<rootDir>/test/support/run.setup.ts',
  globalTeardown: '<rootDir>/test/support/run.teardown.ts',
  // A worker holds on to some of each suite; where that is much, collecting garbage costs more than a new worker.
  workerIdleMemoryLimit: '100MB',
  // Only what hangs takes so long: no verdict depends on the speed of the machine.
  testTimeout: 300000,
};
