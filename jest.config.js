import { skeletonProjects } from './tests/skeleton/projects.mjs';
import { meetSources } from './tests/support/meets-sources.mjs';

const rootDir = import.meta.dirname;
const conditions = ['node', 'node-addons'];

/** Tests run as ES modules through swc. */
export const shared = {
  rootDir,
  testEnvironment: `${rootDir}/tests/support/jest/environment.mjs`,
  runtime: `${rootDir}/tests/support/jest/runtime.cjs`,
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  // Applications that tests write, each with a package.json of its own.
  modulePathIgnorePatterns: ['<rootDir>/tests/.tmp/', '<rootDir>/create-taproot/template/'],
};

/** Packages of this repository resolve to their sources by the condition `source`. */
export const onSources = {
  ...shared,
  displayName: 'sources',
  testEnvironmentOptions: { customExportConditions: ['source', ...conditions] },
};

/** And to their bundles without it: a whole application then is some 20 modules, in place of some 300. */
export const onPackages = {
  ...shared,
  displayName: 'packages',
  testEnvironmentOptions: { customExportConditions: conditions },
};

const all = ['tests', 'app-skeleton/tests', 'examples/*/tests'].map((folder) => `<rootDir>/${folder}/**/*.test.ts`);

/** Coverage counts lines of sources, and mutants are made in them. */
const projects = async () => {
  if (process.argv.includes('--coverage') || process.env.TAPROOT_TESTS === 'sources')
    return [{ ...onSources, testMatch: all }];
  const these = await meetSources();
  return [
    { ...onSources, testMatch: these },
    { ...onPackages, testMatch: all, testPathIgnorePatterns: these.map((file) => `^${file.replaceAll('.', '\\.')}$`) },
    ...(await skeletonProjects(onPackages)),
  ];
};

export default async () => ({
  projects: await projects(),
  reporters: ['default', `${rootDir}/tests/support/slowest-files.js`],
  globalSetup: `${rootDir}/tests/support/programs.mjs`,
  testSequencer: `${rootDir}/tests/support/jest/sequencer.cjs`,
  // More than two cores: tests wait for sockets, timers and processes. Five take 91 s, three 115 to 120 s.
  maxWorkers: 5,
  // Modules of past test files stay in a worker's memory, and collecting garbage among gigabytes of them slows the tests that follow.
  workerIdleMemoryLimit: '512MB',
  // Of projects it is not read.
  testTimeout: 15_000,
});
