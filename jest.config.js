/** Tests and sources run as ES modules through swc; workspace packages resolve to their sources by the `source` condition. */
export default {
  rootDir: import.meta.dirname,
  testMatch: [
    '<rootDir>/tests/**/*.test.ts',
    '<rootDir>/app-skeleton/tests/**/*.test.ts',
    '<rootDir>/examples/*/tests/**/*.test.ts',
  ],
  reporters: ['default', `${import.meta.dirname}/tests/support/slowest-files.js`],
  globalSetup: `${import.meta.dirname}/tests/support/programs.mjs`,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  // Applications that tests write, each with a package.json of its own.
  modulePathIgnorePatterns: ['<rootDir>/tests/.tmp/', '<rootDir>/create-taproot/template/'],
  maxWorkers: 2,
  // Modules of past test files stay in a worker's memory, and collecting garbage among gigabytes of them slows the tests that follow.
  workerIdleMemoryLimit: '512MB',
  testTimeout: 15_000,
};
