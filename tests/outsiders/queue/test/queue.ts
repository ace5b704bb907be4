import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { consoleKernel } from '@taproot/console';
import { type Config, hasCode } from '@taproot/core';
import { redis } from '@taproot/redis';
import { pluginChecks, testApplication } from '@taproot/testing';
import { type Job, queue } from '../src/index.ts';

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('A job of this test has text.');
  return value;
};

const boot = async (config: Config['queue'] = {}) => {
  const done: string[] = [];
  const note: Job<string> = { name: 'note', parse: text, run: (word) => done.push(word) };
  const app = await testApplication({
    plugins: [consoleKernel(), redis(), queue()],
    config: { queue: config },
    env: { REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379' },
    register: ({ facades }) => facades.Queue().register(note),
  });
  return { app, done, note };
};

const work = 'queue:work --stop-when-empty';

test('queue:work does jobs in their order', async () => {
  const { app, done, note } = await boot();
  await using _ = app;
  for (const word of ['one', 'two']) await app.facades.Queue().push(note, word);
  const { code, output } = await app.facades.Console().call(work);
  assert.deepEqual([code, output], [0, 'Waiting for jobs.\nDone: 2\n']);
  assert.deepEqual(done, ['one', 'two']);
});

test('make:job writes a job of the application', async () => {
  const { app } = await boot();
  await using _ = app;
  const { code, output } = await app.facades.Console().call('make:job mail/Welcome');
  assert.deepEqual([code, output.split('\n')[0]], [0, 'created    app/jobs/mail/welcome.ts']);
  assert.match(readFileSync(app.path('app/jobs/mail/welcome.ts'), 'utf8'), /export const welcome: Job<null> = \{/);
});

test('a job that fails is tried again, then given up and reported', async () => {
  const { app } = await boot({ attempts: 2 });
  await using _ = app;
  let runs = 0;
  const failing: Job<null> = {
    name: 'failing',
    parse: () => null,
    run: () => {
      runs++;
      throw new Error('broken');
    },
  };
  await app.facades.Queue().register(failing).push(failing, null);
  assert.equal((await app.facades.Console().call(work)).output, 'Waiting for jobs.\nDone: 0\n');
  assert.equal(runs, 2);
  assert.deepEqual(
    app.reports.map((error) => hasCode(error, 'E_JOB_FAILED')),
    [true],
  );
});

test('a job that was not registered is refused', async () => {
  const { app, note } = await boot();
  await using _ = app;
  await assert.rejects(app.facades.Queue().push({ ...note, name: 'other' }, 'word'), { code: 'E_JOB_UNKNOWN' });
});

test('SIGTERM lets the job at hand end, and no other begin', async () => {
  const { app, done, note } = await boot({ poll: 3600 });
  await using _ = app;
  const stopping: Job<null> = {
    name: 'stopping',
    parse: () => null,
    run: async () => {
      const alive = setInterval(() => undefined, 1000);
      const heard = once(process, 'SIGTERM');
      process.kill(process.pid, 'SIGTERM');
      await heard;
      clearInterval(alive);
      done.push('stopped');
    },
  };
  await app.facades.Queue().register(stopping).push(stopping, null);
  await app.facades.Queue().push(note, 'later');
  assert.deepEqual(await app.facades.Console().call('queue:work'), { code: 0, output: 'Waiting for jobs.\nDone: 1\n' });
  assert.deepEqual(done, ['stopped']);
});

test('SIGTERM ends the wait for jobs', async () => {
  const { app } = await boot({ poll: 3600 });
  await using _ = app;
  const worked = app.facades.Console().call('queue:work');
  while (process.listenerCount('SIGTERM') === 0) await new Promise((resolve) => setImmediate(resolve));
  process.kill(process.pid, 'SIGTERM');
  assert.deepEqual(await worked, { code: 0, output: 'Waiting for jobs.\nDone: 0\n' });
  assert.equal(process.listenerCount('SIGTERM'), 0);
});

const listens = await new Promise<boolean>((resolve) => {
  const socket = connect(6379, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  socket.on('connect', () => socket.destroy());
});

test('workers of other processes take what is on Redis', { skip: !listens }, async () => {
  const config = { store: 'redis', prefix: `queue:${randomUUID()}` } satisfies Config['queue'];
  const [pushing, working] = [await boot(config), await boot(config)];
  await using _first = pushing.app;
  await using _second = working.app;
  await pushing.app.facades.Queue().push(pushing.note, 'far');
  assert.equal((await working.app.facades.Console().call(work)).output, 'Waiting for jobs.\nDone: 1\n');
  assert.deepEqual([pushing.done, working.done], [[], ['far']]);
  assert.equal(await working.app.facades.Redis().exists(`${config.prefix}:waiting`, `${config.prefix}:taken`), 0);
});

for (const { name, run } of pluginChecks(queue)) void test(name, run);
