import { afterEach, expect, jest, test } from '@jest/globals';
import { onEngines } from '../database/support/engines.ts';
import { deaths, follower, member } from './fixtures/kill-app.ts';
import { closeAll } from './support/application.ts';
import { withScene } from './support/scene.ts';
import { endWorkers, WorkerProcess } from './support/workers.ts';

// Each starts nine processes, on a machine that may be busy.
jest.setTimeout(120_000);

afterEach(async () => {
  await endWorkers();
  await closeAll();
});

/** Numbers from the first to the last. */
const upTo = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

const following = (n: number) => ({
  whenDone: follower.with({ n: n + 1 }),
  whenFailed: follower.with({ n: n + 2 }),
  whenEnded: follower.with({ n: n + 3 }),
});

onEngines((engine) => {
  test('workers are killed amid a chain and a batch: each effect happens once, and what follows is dispatched once', () =>
    withScene(engine, async ({ booted, queue, connection, numbers, empty }) => {
      const links = upTo(1, 9).map((n) => member.with({ n, ...(n === 1 ? {} : { after: n - 1 }) }));
      const chain = await queue.chain(links, following(100));
      const batch = await queue.batch(
        upTo(11, 16).map((n) => member.with({ n })),
        following(200),
      );
      for (const places of [deaths.slice(0, 2), deaths.slice(2), deaths.slice(0, 2), deaths.slice(2)]) {
        // Two at the same time.
        const workers = places.map(
          (place) => new WorkerProcess(connection, { env: { QUEUE_DIE: place, QUEUE_LEASE: '0.5' } }),
        );
        for (const worker of workers) expect(await worker.exited).toEqual([null, 'SIGKILL']);
      }
      const last = new WorkerProcess(connection, { env: { QUEUE_LEASE: '0.5' } });
      await empty();
      expect(await last.end('SIGTERM')).toEqual([0, null]);
      expect(await queue.failed()).toEqual([]);
      expect((await numbers('effects')).map(Number)).toEqual([...upTo(1, 9), ...upTo(11, 16), 101, 103, 201, 203]);
      const whole = { failed: 0, skipped: 0, ended: true, cancelled: false };
      expect(await queue.find(chain)).toMatchObject({ ...whole, total: 9, done: 9 });
      expect(await queue.find(batch)).toMatchObject({ ...whole, total: 6, done: 6 });
      // Some have run again.
      expect((await numbers('runs')).length).toBeGreaterThan(15);
      expect(await booted.db.selectFrom('queue_effects').selectAll().execute()).toEqual([]);
    }));
});
