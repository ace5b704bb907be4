import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { sql, transaction } from '@taproot/database';
import { job, queue, queueTables } from '@taproot/queue';
import { fakeQueue } from '@taproot/queue/testing';
import { validation } from '@taproot/validation';
import { withFolder } from '../database/support/application.ts';
import { boot, closeAll, freshTables, workUntilEmpty } from './support/application.ts';

afterEach(closeAll);

const bootWith = (jobs: unknown) =>
  boot({ jobs: jobs as never })
    .then(() => null)
    .catch((error: unknown) => error);

test.each([
  ['a function', () => 1, 'E_JOB_LIST'],
  ['an object that job() did not make', [{ name: 'y' }], 'E_JOB_UNDECLARED'],
  ['undefined in the list', [undefined], 'E_JOB_UNDECLARED'],
])('withJobs() refuses %s, with the line that calls it', async (_what, jobs, code) => {
  const place = expect.stringMatching(/support\/application\.ts:\d+/);
  expect(await bootWith(jobs)).toMatchObject({ code, place });
});

test('wrong rules of a payload stop the boot, with the line that declares the job', async () => {
  // @ts-expect-error The compiler refuses it, too.
  const wrong = job({ name: 'wrong', payload: { id: 'requird' }, handle: () => undefined });
  expect(await bootWith([wrong])).toMatchObject({
    code: 'E_JOB_RULES',
    message: expect.stringMatching(/"wrong", declared at .*declarations\.test\.ts:\d+.*requird/),
  });
});

const note = job({ name: 'note', handle: () => undefined });
const numbered = job({ name: 'numbered', payload: { n: 'required|integer' }, handle: () => undefined });

test('a dispatch without the tables names the command that writes them', async () => {
  const { app, db } = await boot({ jobs: [note] });
  for (const statement of queueTables.down) await sql.raw(statement).execute(db);
  await expect(app.facades.Queue().dispatch(note)).rejects.toMatchObject({ code: 'E_QUEUE_TABLE' });
});

test('a dispatch beside a transaction of SQLite names the option that it lacks', async () => {
  const main = { driver: 'sqlite', path: ':memory:', connect_timeout: 0.05 } as const;
  const { app, db } = await boot({ jobs: [note], connection: main });
  const dispatch = transaction(db, () => app.facades.Queue().dispatch(note));
  await expect(dispatch).rejects.toMatchObject({
    code: 'E_QUEUE_LOCKED',
    status: 503,
    fix: expect.stringContaining('{ transaction: trx }'),
  });
  expect(await workUntilEmpty({ app, db, reports: [] })).toBe(0);
});

const withoutTables = async (names: readonly string[]) => {
  const booted = await boot({ jobs: [note], config: { poll: 0.01 } });
  for (const name of names) await sql.raw(`drop table ${name}`).execute(booted.db);
  return booted;
};

test('a worker without the tables names the command that writes them, and works once they are there', async () => {
  const { app, db, reports } = await withoutTables(['queue_jobs']);
  const stop = new AbortController();
  const working = app.facades.Queue().work({ signal: stop.signal });
  while (reports.length === 0) await turn();
  stop.abort();
  await working;
  expect(reports.map(({ code }) => code)).toContain('E_QUEUE_TABLE');
  expect(reports.map(({ code }) => code)).not.toContain('E_QUEUE_OUTAGE');
  await freshTables(db);
  await app.facades.Queue().dispatch(note);
  expect(await workUntilEmpty({ app, db, reports })).toBe(1);
});

test.each([['queue_steps'], ['queue_rates'], ['queue_effects']])(
  'the check of health knows that a table is missing that the package has gained: %s',
  async (name) => {
    const { app } = await withoutTables([name]);
    await expect(app.facades.Queue().engine.check()).rejects.toMatchObject({ code: 'E_QUEUE_TABLE' });
  },
);

test('each call of the facade names the missing tables', async () => {
  const { app } = await withoutTables(['queue_jobs', 'queue_batches', 'queue_effects']);
  const queue = app.facades.Queue();
  const calls = [
    queue.counts(),
    queue.failed(),
    queue.retryAll(),
    queue.flush(),
    queue.find('x'),
    queue.cancel('x'),
    queue.progress('x'),
    queue.batch([note.with()]),
  ];
  for (const call of await Promise.allSettled(calls))
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'E_QUEUE_TABLE' } });
});

const inFolder = async (folder: string, line: string) => {
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'testing', NO_COLOR: '1' } })
    .withPlugins([consoleKernel(), validation(), queue()])
    .create();
  try {
    return await app.facades.Console().call(line);
  } finally {
    await app.close();
  }
};

test('queue:table writes the tables, refuses when they are there, and adds those of a later version', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'database', 'migrations');
    const read = (): readonly string[] => readdirSync(path).map((file) => readFileSync(join(path, file), 'utf8'));
    await inFolder(folder, 'queue:table');
    const [whole = ''] = read();
    for (const statement of queueTables.up) expect(whole).toContain(statement);
    expect(await inFolder(folder, 'queue:table')).toMatchObject({
      code: 1,
      output: expect.stringContaining('creates the tables of the queue already'),
    });
    // As an older version wrote it.
    const [file = ''] = readdirSync(path);
    const older = whole.replaceAll('queue_batches', 'other').replaceAll('queue_steps', 'others');
    writeFileSync(join(path, file), older);
    expect(await inFolder(folder, 'queue:table')).toMatchObject({ code: 0 });
    const later = read().filter((text) => text !== older);
    expect(later).toHaveLength(1);
    expect(later[0]?.match(/(?:create|drop) \w*\s*(?:table|index) \w+/g)).toEqual([
      'create table queue_batches',
      'create index queue_batches_ended',
      'create table queue_steps',
      'drop table queue_steps',
      'drop table queue_batches',
    ]);
    expect(await inFolder(folder, 'queue:table')).toMatchObject({ code: 1 });
  }));

test('queue:work --once names the options that do it', () =>
  withFolder(async (folder) => {
    const { code, output } = await inFolder(folder, 'queue:work --once');
    expect([code, output]).toEqual([64, expect.stringContaining('--until-empty')]);
  }));

test('a kind of work of a plugin has its own backoff', async () => {
  const { app, db } = await boot();
  const jobs = app.provided('jobs');
  jobs?.define({
    name: 'fails',
    payload: {},
    backoff: [3600],
    handle() {
      throw new Error('no luck');
    },
  });
  await jobs?.dispatch('fails', {});
  await workUntilEmpty({ app, db, reports: [] });
  const [row] = await db.selectFrom('queue_jobs').select('due_at').execute();
  expect(Number(row?.['due_at']) - Date.now()).toBeGreaterThan(3_000_000);
});

test('a fake keeps chains and batches, and tells them apart', async () => {
  const { app } = await boot({ jobs: [note, numbered] });
  const queue = app.facades.Queue();
  const fake = fakeQueue(app);
  await queue.chain([numbered.with({ n: 1 }), note.with()]);
  await queue.batch([numbered.with({ n: 2 }), numbered.with({ n: 3 })]);
  fake.assertChained([numbered.with({ n: 1 }), note]).assertChained([numbered, note.with()]);
  fake.assertBatched([numbered.with({ n: 2 }), numbered]);
  for (const wrong of [
    () => fake.assertChained([note, numbered]),
    () => fake.assertChained([numbered.with({ n: 2 }), note]),
    () => fake.assertChained([numbered]),
    () => fake.assertBatched([numbered, note]),
    () => fake.assertBatched([]),
  ])
    expect(wrong).toThrow(expect.objectContaining({ code: 'E_QUEUE_ASSERTION' }));
  // @ts-expect-error A name is no job.
  expect(() => fake.assertChained(['note'])).toThrow();
  fake.clear();
  expect(() => fake.assertChained([numbered, note])).toThrow();
});
