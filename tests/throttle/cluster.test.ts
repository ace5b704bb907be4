import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { limit } from '@taproot/throttle';
import { program } from '../support/program.ts';
import { withLimiter } from './support/limited.ts';

interface Told {
  readonly admitted: number;
  readonly remaining: number;
  readonly degraded: boolean;
  readonly codes: readonly string[];
}

/** What the workers of a fixture told, once all of it has ended well. */
const runFixture = async (name: string, env: Readonly<Record<string, string>>): Promise<unknown> => {
  const fixture = program(join(import.meta.dirname, 'fixtures', name));
  const child = spawn(process.execPath, [fixture], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const told = await text(child.stdout);
  expect(await exited).toEqual([0, null]);
  return JSON.parse(told);
};

const runCluster = async (env: Readonly<Record<string, string>> = {}): Promise<Told[]> =>
  (await runFixture('cluster.ts', env)) as Told[];

const admitted = (told: readonly Told[]): number => told.reduce((sum, worker) => sum + worker.admitted, 0);

test('the workers of a cluster count together, and one that dies unanswered harms nobody', async () => {
  const told = await runCluster();
  expect(admitted(told)).toBe(30);
  expect(told.map(({ degraded, codes }) => ({ degraded, codes }))).toEqual(
    Array.from({ length: 4 }, () => ({ degraded: false, codes: [] })),
  );
}, 30_000);

test('a primary that does not count is a store that fails: each worker counts for itself, and says so', async () => {
  const told = await runCluster({ FIXTURE_SILENT: 'yes' });
  expect(told.map(({ admitted, degraded, codes }) => ({ admitted, degraded, codes }))).toEqual(
    Array.from({ length: 4 }, () => ({ admitted: 30, degraded: true, codes: ['E_LIMITER_STORE_FAILED'] })),
  );
}, 30_000);

test('TH-13 workers that count in memory are told at boot that each counts for itself', async () => {
  const told = await runCluster({ FIXTURE_STORE: 'memory' });
  expect(admitted(told)).toBe(120);
  expect(told.map(({ codes }) => codes)).toEqual(Array.from({ length: 4 }, () => ['E_LIMITER_PER_PROCESS']));
}, 30_000);

test('two applications of one worker get the answers that are theirs, and counts by their prefixes', async () => {
  expect(await runFixture('cluster-pair.ts', {})).toEqual({ first: [true, true], allowed: true, refused: false });
}, 30_000);

test('two applications of one worker with the same prefix count together', async () => {
  const told = await runFixture('cluster-pair.ts', { FIXTURE_SHARED: 'yes' });
  expect(told).toEqual({ first: [true, false], allowed: true, refused: false });
}, 30_000);

test('a cluster of one process counts in its memory', async () => {
  await withLimiter({ config: { store: 'cluster' } }, async ({ limiter }) => {
    const taken = await Promise.all(Array.from({ length: 9 }, () => limiter.attempt('a', limit.perMinute(5))));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(limiter.status()).toEqual({ store: 'memory', degraded: false, since: null });
  });
});
