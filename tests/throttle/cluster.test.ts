import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { limit } from '@taproot/throttle';
import { program } from '../support/program.ts';
import { withLimiter } from './support/limited.ts';

const patience = 30_000;

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

const admitted = (told: readonly Told[] = []): number => told.reduce((sum, worker) => sum + worker.admitted, 0);

describe('the workers of a cluster', () => {
  let told: Readonly<Record<string, readonly Told[]>> = {};

  beforeAll(async () => {
    told = (await runFixture('cluster.ts', {})) as typeof told;
  }, patience);

  test('count together, and one that dies unanswered harms nobody', () => {
    expect(admitted(told['cluster'])).toBe(30);
    expect(told['cluster']?.map(({ degraded, codes }) => ({ degraded, codes }))).toEqual(
      Array.from({ length: 2 }, () => ({ degraded: false, codes: [] })),
    );
  });

  test('TH-13 are told at boot that each counts for itself when they count in memory', () => {
    expect(admitted(told['memory'])).toBe(60);
    expect(told['memory']?.map(({ codes }) => codes)).toEqual(
      Array.from({ length: 2 }, () => ['E_THROTTLE_PER_PROCESS']),
    );
  });
});

test(
  'a primary that does not count is a store that fails: each worker counts for itself, and says so',
  async () => {
    const { cluster } = (await runFixture('cluster.ts', { FIXTURE_SILENT: 'yes' })) as { cluster: Told[] };
    expect(cluster.map(({ admitted, degraded, codes }) => ({ admitted, degraded, codes }))).toEqual(
      Array.from({ length: 2 }, () => ({ admitted: 30, degraded: true, codes: ['E_THROTTLE_STORE_FAILED'] })),
    );
  },
  patience,
);

test(
  'two applications of one worker get the answers that are theirs, and count together where they have one prefix',
  async () => {
    expect(await runFixture('cluster-pair.ts', {})).toEqual({
      own: { first: [true, true], allowed: true, refused: false },
      shared: { first: [true, false], allowed: true, refused: false },
    });
  },
  patience,
);

test('a cluster of one process counts in its memory', async () => {
  await withLimiter({ config: { store: 'cluster' } }, async ({ limiter }) => {
    const taken = await Promise.all(Array.from({ length: 9 }, () => limiter.attempt('a', limit.perMinute(5))));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(limiter.status).toEqual({ store: 'memory', degraded: false, since: null });
  });
});
