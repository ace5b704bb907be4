import { afterEach, expect, jest, test } from '@jest/globals';
import { onEngines, sqlite } from '../database/support/engines.ts';
import { block, count, innocent, kills, poison } from './fixtures/kill-app.ts';
import { closeAll } from './support/application.ts';
import { withScene } from './support/scene.ts';
import { endOfOrphan, endWorkers, WorkerProcess } from './support/workers.ts';

// Each starts up to three processes, on a machine that may be busy.
jest.setTimeout(60_000);

afterEach(async () => {
  await endWorkers();
  await closeAll();
});

const vanished = 'The worker of this attempt was killed, or lost its lease before it had a result.';

onEngines((engine) => {
  test('a job of a worker that is killed is done by another one, and its effect happens once', () =>
    withScene(engine, async ({ queue, connection, numbers }) => {
      await queue.dispatch(count, { n: 1, wait: 60_000 });
      await queue.dispatch(count, { n: 2 });
      const first = new WorkerProcess(connection);
      await first.said('began 1');
      await first.said('began 2');
      expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);
      const second = new WorkerProcess(connection, { env: { QUEUE_STOP: '0' } });
      await second.said('began 1');
      expect(await second.end('SIGTERM')).toEqual([0, null]);
      const third = new WorkerProcess(connection, { env: { QUEUE_STOP: '0' } });
      // Given back, not left behind: it need not wait for the end of a lease.
      await third.said('began 1');
      expect((await numbers('runs')).filter((n) => n === 1).length).toBeGreaterThanOrEqual(3);
      expect(await numbers('effects')).toEqual([1, 2]);
    }));

  test('a job that ends its process is parked after its attempts, with its history', () =>
    withScene(engine, async ({ queue, connection, empty }) => {
      await queue.dispatch(poison);
      for (let i = 0; i < 2; i++) expect(await new WorkerProcess(connection).exited).toEqual([3, null]);
      const third = new WorkerProcess(connection);
      await empty();
      expect((await queue.failed())[0]?.history.map(({ attempt, error }) => [attempt, error])).toEqual([
        [1, vanished],
        [2, vanished],
      ]);
      expect(await third.end('SIGTERM')).toEqual([0, null]);
    }));
});

test('a job that kills its worker takes no neighbours with it, however few attempts they have', () =>
  withScene(sqlite, async ({ queue, connection, empty }) => {
    await queue.dispatch(kills);
    for (let i = 0; i < 3; i++) await queue.dispatch(innocent);
    const workers: WorkerProcess[] = [];
    for (let i = 0; i < 2; i++) {
      workers.push(new WorkerProcess(connection));
      expect(await workers[i]?.exited).toEqual([null, 'SIGKILL']);
    }
    workers.push(new WorkerProcess(connection));
    await empty();
    expect(await workers[2]?.end('SIGTERM')).toEqual([0, null]);
    const lines = workers.flatMap((worker) => worker.lines);
    expect(lines.filter((line) => line === 'innocent')).toHaveLength(3);
    expect(lines.find((line) => line.startsWith('fail'))).toContain('attempt 2 ');
    const failed = await queue.failed();
    expect(failed.map(({ name, history }) => [name, history.map(({ attempt }) => attempt)])).toEqual([
      ['kills', [1, 2]],
    ]);
  }));

test('a job that blocks the event loop loses its lease, and its late result is not taken', () =>
  withScene(sqlite, async ({ queue, connection, booted }) => {
    // Both wait for it before it exists: one that starts late would find the job done.
    const workers = [new WorkerProcess(connection), new WorkerProcess(connection)];
    await Promise.all(workers.map((worker) => worker.said('Working on')));
    await queue.dispatch(block, { milliseconds: 2500 });
    const began = async (worker: WorkerProcess): Promise<WorkerProcess> => {
      await worker.said('began block');
      return worker;
    };
    const first = await Promise.race(workers.map(began));
    await Promise.all(workers.map(began));
    await first.said('E_JOB_LEASE');
    await first.said('lost');
    const rows = await booted.db.selectFrom('queue_jobs').select(['name', 'attempt']).execute();
    expect(rows).toEqual([{ name: 'block', attempt: expect.any(Number) }]);
  }));

test('a worker whose npx dies while it boots ends by itself', () =>
  withScene(sqlite, async ({ connection }) => {
    await endOfOrphan(connection);
  }));
