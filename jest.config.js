/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/plugins', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // `import('./run.js')` is how ECMAScript modules name what stands in run.ts.
  // Plugins in folders of tests are those of the engine under test, as those of users are of the engine that loads them.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': '$1', '^clearloop/plugin$': '<rootDir>/src/plugin/index.ts' },
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
  globalSetup: '<rootDir>/test/support/run.setup.ts',
  globalTeardown: '<rootDir>/test/support/data-folder.teardown.ts',
  // Only what hangs takes so long: no verdict depends on the speed of the machine.
  testTimeout: 300000,
};
