import { afterEach, expect, test } from '@jest/globals';
import { transaction } from '@taproot/database';
import { job, PermanentError } from '@taproot/queue';
import { anyTables } from '../database/support/application.ts';
import { boot, closeAll, workUntilEmpty } from './support/application.ts';

afterEach(closeAll);

test('a job runs with the payload that its rules describe', async () => {
  const done: unknown[] = [];
  const note = job({
    name: 'note',
    payload: { order: 'required|integer', tags: 'array', 'tags.*': 'string' },
    handle: (payload, { attempt, attempts, queue }) => done.push([payload, attempt, attempts, queue]),
  });
  const booted = await boot({ jobs: [note] });
  const id = await booted.app.facades.Queue().dispatch(note, { order: 7, tags: ['a'] });
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(done).toEqual([]);
  expect(await workUntilEmpty(booted)).toBe(1);
  expect(done).toEqual([[{ order: 7, tags: ['a'] }, 1, 5, 'default']]);
  expect(await booted.app.facades.Queue().counts()).toEqual([]);
});

test('a job that fails is tried again with its history, then waits among the failed ones', async () => {
  const note = job({
    name: 'note',
    attempts: 2,
    backoff: 0,
    handle() {
      throw new TypeError('no\nluck');
    },
  });
  const booted = await boot({ jobs: [note] });
  const queue = booted.app.facades.Queue();
  await queue.dispatch(note);
  expect(await workUntilEmpty(booted)).toBe(0);
  expect(booted.reports.map(({ code }) => code)).toEqual(['E_JOB_RETRIED', 'E_JOB_FAILED']);
  const [failed] = await queue.failed();
  expect(failed?.history.map(({ attempt, error }) => [attempt, error])).toEqual([
    [1, 'TypeError: no luck'],
    [2, 'TypeError: no luck'],
  ]);
  expect(await queue.retryAll()).toBe(1);
  await workUntilEmpty(booted);
  expect(await queue.counts()).toEqual([{ queue: 'default', waiting: 0, running: 0, failed: 1, paused: false }]);
  expect(await queue.flush()).toBe(1);
  expect(await queue.counts()).toEqual([]);
});

test('a permanent error ends the attempts', async () => {
  const note = job({
    name: 'note',
    handle() {
      throw new PermanentError('the customer is gone');
    },
  });
  const booted = await boot({ jobs: [note] });
  await booted.app.facades.Queue().dispatch(note);
  await workUntilEmpty(booted);
  expect(booted.reports.map(({ code }) => code)).toEqual(['E_JOB_FAILED']);
});

test('a job of a transaction exists if the transaction commits', async () => {
  const done: unknown[] = [];
  const note = job({ name: 'note', payload: { n: 'required|integer' }, handle: ({ n }) => done.push(n) });
  const booted = await boot({ jobs: [note] });
  const { app, db } = booted;
  const queue = app.facades.Queue();
  const fail = transaction(
    db,
    async () => {
      await queue.dispatch(note, { n: 1 });
      throw new Error('rolled back');
    },
    { ambient: true },
  );
  await expect(fail).rejects.toThrow('rolled back');
  await transaction(db, () => queue.dispatch(note, { n: 2 }), { ambient: true });
  await transaction(db, (trx) => queue.dispatch(note, { n: 3 }, { transaction: trx }));
  await workUntilEmpty(booted);
  expect(done).toEqual([2, 3]);
});

test('an effect of run.once() happens once, however often the job runs', async () => {
  const results: unknown[] = [];
  const pay = job({
    name: 'pay',
    backoff: 0,
    async handle(_payload, run) {
      results.push(
        await run.once('charge', async () => {
          await anyTables(app).insertInto('charges').values({ job: run.id }).execute();
          return { charge: results.length };
        }),
      );
      if (run.attempt < 3) throw new Error('later');
    },
  });
  const booted = await boot({ jobs: [pay] });
  const { app, db } = booted;
  await db.schema.createTable('charges').addColumn('job', 'varchar(36)').execute();
  await app.facades.Queue().dispatch(pay);
  await workUntilEmpty(booted);
  expect(results).toEqual([{ charge: 0 }, { charge: 0 }, { charge: 0 }]);
  expect(await db.selectFrom('charges').selectAll().execute()).toHaveLength(1);
  expect(await db.selectFrom('queue_effects').selectAll().execute()).toEqual([]);
});

test('a job that a stopping worker gives back is neither lost nor failed', async () => {
  const stop = new AbortController();
  const wait = job({
    name: 'wait',
    attempts: 1,
    handle: (_payload, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stop.abort();
      }),
  });
  const booted = await boot({ jobs: [wait], config: { stop_timeout: 0 } });
  const queue = booted.app.facades.Queue();
  await queue.dispatch(wait);
  const ends: string[] = [];
  await queue.work({ signal: stop.signal, onEnd: (_job, outcome) => ends.push(outcome) });
  expect(ends).toEqual(['back']);
  expect(booted.reports.map(({ code }) => code)).toEqual(['E_JOB_STOPPED']);
  const rows = await booted.db.selectFrom('queue_jobs').select(['attempt', 'token']).execute();
  expect(rows).toEqual([{ attempt: 0, token: null }]);
});
