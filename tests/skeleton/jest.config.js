import base from '../../jest.config.js';

const { rootDir, testEnvironment, testEnvironmentOptions, extensionsToTreatAsEsm, transform } = base;

/** The tests of the skeleton, once for each engine and HTTP driver that `SKELETON_RUNS` lists: `pgsql:koa mysql:koa`. */
export default {
  rootDir,
  maxWorkers: 2,
  testTimeout: base.testTimeout,
  projects: (process.env.SKELETON_RUNS ?? '').split(' ').map((run) => ({
    rootDir,
    displayName: run,
    testMatch: ['<rootDir>/app-skeleton/tests/**/*.test.ts'],
    testEnvironment,
    testEnvironmentOptions,
    extensionsToTreatAsEsm,
    transform,
    globals: { skeletonRun: run },
    setupFilesAfterEnv: ['<rootDir>/tests/skeleton/support/own-database.ts'],
    // The skeleton's own configuration keeps tests in memory.
    moduleNameMapper: { '^\\.\\./config/database\\.ts$': '<rootDir>/tests/skeleton/support/database-config.ts' },
  })),
};
