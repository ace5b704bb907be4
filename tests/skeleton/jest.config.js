import { onPackages } from '../../jest.config.js';

/** The tests of the skeleton, once for each engine and HTTP driver that `SKELETON_RUNS` lists: `pgsql:koa mysql:koa`. */
export default {
  rootDir: onPackages.rootDir,
  maxWorkers: 2,
  projects: (process.env.SKELETON_RUNS ?? '').split(' ').map((run) => ({
    ...onPackages,
    displayName: run,
    testMatch: ['<rootDir>/app-skeleton/tests/**/*.test.ts'],
    globals: { skeletonRun: run },
    setupFilesAfterEnv: ['<rootDir>/tests/skeleton/support/own-database.ts'],
    // The skeleton's own configuration keeps tests in memory.
    moduleNameMapper: { '^\\.\\./config/database\\.ts$': '<rootDir>/tests/skeleton/support/database-config.ts' },
  })),
};
