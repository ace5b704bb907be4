import { afterEach, expect, test } from '@jest/globals';
import { sql } from '@taproot/database';
import { job } from '@taproot/queue';
import { boot, closeAll, workUntilEmpty } from './support/application.ts';

afterEach(closeAll);

const hostile = new Proxy(new Error('hidden'), {
  get: () => {
    throw new Error('nobody reads this');
  },
});

const circular = new Error('around');
circular.cause = circular;

/** What careless code throws. */
const nonsense: readonly unknown[] = [
  undefined,
  null,
  '',
  0,
  Symbol('s'),
  () => 1,
  Object.create(null),
  { message: { deep: true } },
  Object.assign(new Error('x'), { message: undefined }),
  circular,
  hostile,
  new Error('y'.repeat(1_000_000)),
];

test('a job that throws nonsense fails with a history, and takes nothing with it', async () => {
  const done: number[] = [];
  const throws = job({
    name: 'throws',
    payload: { n: 'required|integer' },
    attempts: 2,
    backoff: 0,
    handle({ n }) {
      throw nonsense[n];
    },
  });
  const works = job({ name: 'works', payload: { n: 'required|integer' }, handle: ({ n }) => void done.push(n) });
  const booted = await boot({ jobs: [throws, works] });
  const queue = booted.app.facades.Queue();
  const numbers = nonsense.map((_value, n) => ({ n }));
  await queue.dispatchMany(throws, numbers);
  await queue.dispatchMany(works, numbers);
  expect(await workUntilEmpty(booted)).toBe(nonsense.length);
  expect(done).toHaveLength(nonsense.length);
  const failed = await queue.failed();
  expect(failed.map(({ history }) => history.map(({ attempt }) => attempt))).toEqual(nonsense.map(() => [1, 2]));
  for (const { history } of failed)
    for (const { error } of history) {
      expect(error).not.toBe('');
      expect(error.length).toBeLessThanOrEqual(1000);
    }
});

test('a payload of an older version of the code is parked with the reason, and done once the rules take it', async () => {
  const done: unknown[] = [];
  const older = job({ name: 'note', payload: { order: 'required|integer' }, handle: () => undefined });
  const dispatching = await boot({ jobs: [older] });
  await dispatching.app.facades.Queue().dispatch(older, { order: 7 });
  const { rows } = await sql<{ payload: string }>`select payload from queue_jobs`.execute(dispatching.db);
  const payload = rows[0]?.payload ?? '';

  const newer = job({
    name: 'note',
    payload: { order: 'required|integer', customer: 'required|string' },
    handle: (given) => void done.push(given),
  });
  const booted = await boot({ jobs: [newer] });
  const queue = booted.app.facades.Queue();
  await queue.dispatch(newer, { order: 1, customer: 'x' });
  await sql`update queue_jobs set payload = ${payload}`.execute(booted.db);
  await workUntilEmpty(booted);
  expect(done).toEqual([]);
  const [failed] = await queue.failed();
  expect(failed).toMatchObject({ payload: '{"order":7}', history: [{ error: expect.stringContaining('customer') }] });
  await sql`update queue_jobs set payload = '{"order":7,"customer":"y"}'`.execute(booted.db);
  await queue.retryAll();
  await workUntilEmpty(booted);
  expect(done).toEqual([{ order: 7, customer: 'y' }]);
});

test('on a full disk a dispatch rejects, and jobs that wait are done', async () => {
  const done: number[] = [];
  const note = job({
    name: 'note',
    payload: { n: 'required|integer', text: 'string' },
    handle: ({ n }) => void done.push(n),
  });
  const booted = await boot({ jobs: [note] });
  const queue = booted.app.facades.Queue();
  await queue.dispatch(note, { n: 1 });
  // What SQLite answers when the file cannot grow.
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(booted.db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(booted.db);
  const payloads = Array.from({ length: 20 }, (_, i) => ({ n: 100 + i, text: 'x'.repeat(50_000) }));
  await expect(queue.dispatchMany(note, payloads)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await workUntilEmpty(booted);
  expect(done).toEqual([1]);
  await sql.raw('pragma max_page_count = 1000000').execute(booted.db);
  await queue.dispatch(note, { n: 2, text: 'x' });
  await workUntilEmpty(booted);
  expect(done).toEqual([1, 2]);
});
