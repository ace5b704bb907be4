import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Command } from '@taproot/console/command';
import { job } from '@taproot/queue';
import { fakeQueue } from '@taproot/queue/testing';
import { redis } from '@taproot/redis';
import type { Schedule } from '@taproot/schedule';
import { schedule } from '@taproot/schedule';
import { fakeSchedule } from '@taproot/schedule/testing';
import { pluginChecks } from '@taproot/testing';
import { boot, closeAll, freshTable, type Wanted } from './support/application.ts';

afterEach(closeAll);

const idle = (): undefined => undefined;
const daily = (it: Schedule): void => void it.call('tidy', idle).dailyAt('03:00');

test('an entry runs at its times, with the time that was planned', async () => {
  const { app, reports } = await boot({ declare: daily });
  const clock = await fakeSchedule(app, '2026-01-01T00:00Z').travel('3d');
  expect(clock.runs('tidy').map(({ plannedAt }) => plannedAt.toISOString())).toEqual([
    '2026-01-01T03:00:00.000Z',
    '2026-01-02T03:00:00.000Z',
    '2026-01-03T03:00:00.000Z',
  ]);
  clock.assertRan('tidy', 3).assertRanAt('tidy', '2026-01-02T03:00Z');
  expect(() => clock.assertNotRan('tidy')).toThrow(expect.objectContaining({ code: 'E_SCHEDULE_ASSERTION' }));
  expect(() => clock.assertNotRan('tidi')).toThrow(expect.objectContaining({ code: 'E_SCHEDULE_UNKNOWN' }));
  expect(reports).toEqual([]);
});

test('a clock that is set back does no run twice, and one that was far ahead does not stop the schedule', async () => {
  const { app } = await boot({ declare: (it) => void it.call('tick', idle).hourly() });
  const clock = fakeSchedule(app, '2026-01-01T00:30Z');
  await clock.travelTo('2026-01-01T05:30Z');
  await clock.jumpTo('2026-01-01T01:30Z');
  await clock.travelTo('2026-01-01T06:30Z');
  expect(clock.runs().map(({ plannedAt }) => plannedAt.getUTCHours())).toEqual([1, 2, 3, 4, 5, 6]);
  await clock.jumpTo('2036-01-01T00:01Z');
  await clock.jumpTo('2026-01-01T06:40Z');
  clock.clear();
  await clock.travelTo('2026-01-01T08:30Z');
  expect(clock.runs().map(({ plannedAt }) => plannedAt.toISOString())).toEqual([
    '2026-01-01T07:00:00.000Z',
    '2026-01-01T08:00:00.000Z',
  ]);
});

test('a run begins late within the grace; after that it is missed, and reported once with its time', async () => {
  const { app, reports } = await boot({ declare: daily });
  const clock = fakeSchedule(app, '2026-01-01T02:00Z');
  await clock.jumpTo('2026-01-01T03:05:00Z');
  clock.assertRanAt('tidy', '2026-01-01T03:00Z').clear();
  await clock.jumpTo('2026-01-04T03:05:01Z');
  clock.assertNotRan('tidy');
  await clock.travel('10m');
  const message = 'The entry "tidy" missed 3 runs, the first one at 2026-01-02T03:00:00.000Z.';
  expect(reports).toMatchObject([{ code: 'E_SCHEDULE_MISSED', message }]);
});

test('of several times within the grace the newest runs, and the others are reported', async () => {
  const { app, reports } = await boot({ declare: (it) => void it.call('tick', idle).everyMinute() });
  const clock = await fakeSchedule(app, '2026-01-01T00:00Z').jumpTo('2026-01-01T00:03Z');
  expect(clock.runs().map(({ plannedAt }) => plannedAt.getUTCMinutes())).toEqual([3]);
  expect(reports).toMatchObject([{ message: expect.stringContaining('missed 2 runs') }]);
});

test('an entry that is new, or has new times, begins now: nothing was missed before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-schedule-'));
  const config = { store: 'files', folder } as const;
  const first = await boot({ declare: daily, config });
  await fakeSchedule(first.app, '2026-01-01T03:02Z').travel('1d');
  const second = await boot({ declare: (it) => void it.call('tidy', idle).hourly(), config });
  const clock = await fakeSchedule(second.app, '2026-01-02T10:02Z').travel(0);
  clock.assertNotRan('tidy');
  expect(second.reports).toEqual([]);
  await rm(folder, { recursive: true });
});

describe('two applications do each run once', () => {
  const stores: readonly [string, (folder: string) => Promise<Wanted>][] = [
    ['files', async (folder) => ({ config: { store: 'files', folder } })],
    [
      'SQLite',
      async (folder) => ({
        connection: { driver: 'sqlite', path: join(folder, 'x.sqlite') },
        config: { store: 'database' },
      }),
    ],
    [
      'Redis',
      async () => ({
        plugins: [redis()],
        env: { REDIS_URL: 'redis://127.0.0.1:6379' },
        config: { store: 'redis', redis: { prefix: `test-${process.pid}-${Date.now()}:` } },
      }),
    ],
  ];
  test.each(stores)('on %s', async (_name, wanted) => {
    const folder = await mkdtemp(join(tmpdir(), 'taproot-schedule-'));
    const one = { ...(await wanted(folder)), declare: (it: Schedule) => void it.call('tick', idle).everyTenMinutes() };
    const first = await boot(one);
    if (one.connection !== undefined) await freshTable(first.app);
    const booted = [first, await boot(one)];
    const clocks = booted.map(({ app }) => fakeSchedule(app, '2026-03-28T22:00Z'));
    for (let minute = 10; minute <= 600; minute += 10)
      await Promise.all(clocks.map((clock) => clock.travelTo(Date.parse('2026-03-28T22:00Z') + minute * 60_000)));
    const all = clocks.flatMap((clock) => clock.runs().map(({ plannedAt }) => plannedAt.getTime()));
    expect([all.length, new Set(all).size]).toEqual([60, 60]);
    expect(booted.flatMap(({ reports }) => reports)).toEqual([]);
    await closeAll();
    await rm(folder, { recursive: true });
  });
});

test('a run that fails is reported and told to its listeners; the next one comes', async () => {
  const told: unknown[] = [];
  const { app, reports } = await boot({
    declare: (it) =>
      void it
        .call('bad', () => Promise.reject(new Error('no luck')))
        .daily()
        .onFailure((error, { name }) => void told.push([name, String(error)])),
  });
  await fakeSchedule(app).travel('2d');
  expect(told).toEqual([
    ['bad', 'Error: no luck'],
    ['bad', 'Error: no luck'],
  ]);
  expect(reports.map(({ message }) => message)).toEqual(['no luck', 'no luck']);
});

test('withoutOverlapping() leaves out a run while an earlier one goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-schedule-'));
  const begun = new EventEmitter();
  const declare = (it: Schedule): void =>
    void it
      .call('long', () => new Promise((resolve) => begun.emit('begun', resolve)))
      .hourly()
      .withoutOverlapping();
  const wanted: Wanted = { config: { store: 'files', folder }, declare };
  const [one, other] = [(await boot(wanted)).app.facades.Schedule(), (await boot(wanted)).app.facades.Schedule()];
  const beginning = once(begun, 'begun');
  const first = one.test('long');
  const [end] = (await beginning) as [() => void];
  // Another process notices the signs of life of the first one.
  expect(await other.test('long')).toBe('skipped');
  expect(await one.test('long')).toBe('skipped');
  end();
  expect(await first).toBe('done');
  begun.once('begun', (resolve: () => void) => resolve());
  expect(await other.test('long')).toBe('done');
  await rm(folder, { recursive: true });
}, 20_000);

test('conditions and environments leave runs out', async () => {
  const { app } = await boot({
    declare: (it) => {
      it.call('never', idle)
        .hourly()
        .when(() => false);
      it.call('live', idle).hourly().environments('production');
      it.call('here', idle).hourly().environments('testing', 'local');
    },
  });
  const clock = await fakeSchedule(app).travel('2h');
  clock.assertNotRan('never').assertNotRan('live').assertRan('here', 2);
});

const report = job({ name: 'report', payload: { days: 'required|integer' }, handle: idle });

test('a job is dispatched, and a command is run: a wrong exit code is a failure', async () => {
  class Fail extends Command {
    static override paths = [['fail']];
    override async execute(): Promise<number> {
      this.line('no luck');
      return 3;
    }
  }
  const { app, reports } = await boot({
    declare: (it) => {
      it.job(report, { days: 7 }).daily();
      it.job(report, () => ({ days: 8 }))
        .daily()
        .name('report.late');
      it.command('fail').daily();
      // @ts-expect-error The compiler knows the payload.
      it.job(report, { days: 'seven' }).daily().environments('production').name('wrong');
    },
    commands: [{ path: 'fail', description: 'Fails', load: async () => Fail }],
    jobs: [report],
  });
  const dispatched = fakeQueue(app);
  await fakeSchedule(app).travel('1d');
  dispatched
    .assertDispatched(report, { days: 7 })
    .assertDispatched(report, { days: 8 })
    .assertDispatchedTimes(report, 2);
  expect(reports).toMatchObject([{ code: 'E_SCHEDULE_COMMAND', message: expect.stringContaining('3: no luck') }]);
});

test('a store that is away is reported, and runs are done when it is back', async () => {
  const { app, reports } = await boot({
    connection: { driver: 'sqlite', path: ':memory:' },
    config: { store: 'database' },
    declare: daily,
  });
  const clock = fakeSchedule(app, '2026-01-01T02:00Z');
  await clock.travel('30m');
  expect(reports).toMatchObject([{ code: 'E_SCHEDULE_TABLE', fix: expect.stringContaining('schedule:table') }]);
  await freshTable(app);
  await clock.travel('2h');
  clock.assertRan('tidy', 1);
});

test('work() begins what is due and stops politely: work gets its signal, and what goes on is reported', async () => {
  const seen: string[] = [];
  const { app, reports } = await boot({
    config: { stop_timeout: 0.05 },
    declare: (it) => {
      it.call('deaf', () => new Promise(() => seen.push('deaf'))).everyMinute();
      it.call('polite', async ({ signal }) => {
        seen.push('polite');
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      }).everyMinute();
    },
  });
  // A tenth of a second before the minute.
  const [begin, started] = [Date.parse('2026-01-01T00:00:59.900Z'), performance.now()];
  const now = jest.spyOn(Date, 'now').mockImplementation(() => begin + performance.now() - started);
  const stop = new AbortController();
  const schedule = app.facades.Schedule();
  const working = schedule.work({
    signal: stop.signal,
    onEnd: (name, outcome) => void seen.push(`${name} ${outcome}`),
  });
  while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await working;
  now.mockRestore();
  expect(seen).toContain('polite done');
  expect(new Set(reports.map(({ message }) => message))).toEqual(
    new Set(['The scheduler stops, but "deaf" was still running after 0.05 s. It is not run again.']),
  );
});

describe('the plugin', () => {
  for (const { name, run } of pluginChecks(() => schedule())) test(name, run);
});
