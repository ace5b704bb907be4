import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isPresent, mysql, pgsql, sqlite } from '../database/support/engines.ts';

const root = join(import.meta.dirname, '../..');

interface Outcome {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly message: string }[];
}

/** Runs the skeleton's tests in one process of jest, for all of these. */
const runSkeleton = async (runs: readonly string[]): Promise<Outcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-skeleton-'));
  const outputFile = join(folder, 'outcome.json');
  const options = ['--config', 'tests/skeleton/jest.config.js', '--json', '--outputFile', outputFile];
  const nodeOptions = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  try {
    const child = spawn(process.execPath, [...nodeOptions, 'node_modules/jest/bin/jest.js', ...options], {
      cwd: root,
      env: { ...process.env, SKELETON_RUNS: runs.join(' ') },
      stdio: 'ignore',
    });
    await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
    return JSON.parse(await readFile(outputFile, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** With Koa and SQLite the skeleton's tests run anyway. Else every engine and driver once, with TAPROOT_PAIRS=all each pair. */
const pairs =
  process.env['TAPROOT_PAIRS'] === 'all'
    ? ['sqlite:fastify', 'pgsql:koa', 'pgsql:fastify', 'mysql:koa', 'mysql:fastify']
    : ['pgsql:koa', 'mysql:fastify'];

test('S-3: the tests of the skeleton pass on SQLite, PostgreSQL and MySQL or MariaDB, on Koa and on Fastify', async () => {
  const engines = [sqlite, pgsql, mysql].filter(isPresent).map(({ name }) => name);
  const runs = pairs.filter((pair) => engines.some((name) => pair.startsWith(name)));
  const { testResults, numPassedTests, numTotalTests } = await runSkeleton(runs);

  expect(testResults.map(({ message }) => message).filter((message) => message !== '')).toEqual([]);
  expect(numPassedTests).toBe(numTotalTests);
  expect(numTotalTests % runs.length).toBe(0);
  expect(numTotalTests).toBeGreaterThan(30 * runs.length);
}, 300_000);
