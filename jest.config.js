import { skeletonProjects } from './tests/skeleton/projects.mjs';
import { filesForFreshWorkers } from './tests/support/fresh-files.mjs';

// Jest loads ES modules through node:vm, which Node has behind a flag. Workers inherit it from here, so that `npx jest` needs none.
process.env.NODE_OPTIONS = [
  process.env.NODE_OPTIONS,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // Old names of rules and filters, which tests write to see that they are told.
  '--disable-warning=TAPROOT_VALIDATION',
]
  .filter(Boolean)
  .join(' ');

// Each file loads its modules again, so that code which V8 optimizes is soon thrown away: where it waits for hotter code, tests take
// a fifth less of the processor. Workers inherit this, too.
process.execArgv.push('--interrupt-budget=1000000');

const rootDir = import.meta.dirname;

/**
 * Tests meet the packages as they are published, which globalSetup bundles: a whole application then is some 20 modules, in place
 * of some 300. Coverage counts lines of sources, and mutants are made in them.
 */
const meetsSources = process.argv.includes('--coverage') || process.env.TAPROOT_TESTS === 'sources';

/** Tests run as ES modules through swc. */
const shared = {
  rootDir,
  testEnvironmentOptions: { customExportConditions: [...(meetsSources ? ['source'] : []), 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  // The one example that is a package of its own is not built.
  moduleNameMapper: { '^@taproot-examples/plugin-request-log$': '<rootDir>/examples/plugin-request-log/src/index.ts' },
  // Applications that tests write, each with a package.json of its own.
  modulePathIgnorePatterns: ['<rootDir>/tests/.tmp/', '<rootDir>/create-taproot/template/'],
};

const folders = ['tests', 'app-skeleton/tests', 'web-skeleton/tests', 'examples/*/tests'];
const fresh = filesForFreshWorkers();

export default async () => ({
  projects: [
    {
      ...shared,
      displayName: 'tests',
      testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
      testPathIgnorePatterns: ['/node_modules/', ...fresh.map((file) => `<rootDir>/${file}$`)],
    },
    {
      ...shared,
      displayName: 'fresh',
      testMatch: fresh.map((file) => `<rootDir>/${file}`),
      runner: '<rootDir>/tests/support/fresh-runner.cjs',
    },
    ...(await skeletonProjects(shared)),
  ],
  reporters: ['default', `${rootDir}/tests/support/slowest-files.js`],
  globalSetup: `${rootDir}/tests/support/programs.mjs`,
  // More than two cores: tests wait for sockets, timers and processes.
  maxWorkers: 4,
  // Node 20 never frees a linked ES module, so that a worker grows by some 10 MB with each file, and collects all of it as garbage
  // again and again: with 512 MB, the tests of plugins took three times the processor. It also keeps tests in workers, which have
  // the flag above.
  workerIdleMemoryLimit: '200MB',
  // Of projects it is not read.
  testTimeout: 15_000,
});
