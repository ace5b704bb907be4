import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { Command, Option } from '@taproot/console/command';
import { setup } from '@taproot/core';
import { job, queue } from '@taproot/queue';
import type { Schedule } from '@taproot/schedule';
import { fakeSchedule } from '@taproot/schedule/testing';
import { validation } from '@taproot/validation';
import { boot, closeAll, queueTablesOf, type Wanted } from './support/application.ts';

const idle = (): undefined => undefined;

afterEach(closeAll);

const call = (app: Awaited<ReturnType<typeof boot>>['app'], line: string) => app.facades.Console().call(line);

describe('a tenth of a second before a minute', () => {
  let moved = 0;

  /** Called after the boot, which may take longer than that. */
  const setClock = (): void => {
    moved = 0;
    const [begin, started] = [Date.parse('2026-01-01T00:00:59.900Z'), performance.now()];
    jest.spyOn(Date, 'now').mockImplementation(() => Math.round(begin + performance.now() - started) + moved);
  };

  afterEach(() => void jest.restoreAllMocks());

  test('in_server: the server begins runs once it is open; on its end it waits for them, and begins no more', async () => {
    const runs = new EventEmitter();
    let begun = 0;
    const { app, reports } = await boot({
      config: { in_server: true },
      declare: (it) =>
        void it
          .call('tidy', async () => {
            begun++;
            await new Promise((resolve) => runs.emit('begun', resolve));
          })
          .everyMinute(),
    });
    const beginning = once(runs, 'begun');
    setClock();
    await app.open();
    const [end] = (await beginning) as [() => void];
    let closed = false;
    const closing = app.close().then(() => (closed = true));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    moved = 600_000;
    end();
    await closing;
    expect([begun, reports]).toEqual([1, []]);
  });

  test('without in_server, a server begins none', async () => {
    const { app } = await boot({ declare: (it) => void it.call('tidy', idle).everyMinute() });
    setClock();
    await app.open();
    moved = 60_000;
    // A scheduler of the server would have seen the entry before: for this one it is new, and begins now.
    expect(await app.facades.Schedule().run()).toEqual({ done: 0, skipped: 0, failed: 0 });
    moved = 120_000;
    expect(await app.facades.Schedule().run()).toEqual({ done: 1, skipped: 0, failed: 0 });
  });

  test('queue:work --schedule dispatches the jobs of the schedule and does them; with the worker, the schedule ends', async () => {
    const seen: unknown[] = [];
    const report = job({
      name: 'report',
      payload: { days: 'required|integer' },
      handle: ({ days }) => void seen.push(days),
    });
    const { app, reports } = await boot({
      connection: { driver: 'sqlite', path: ':memory:' },
      queue: { engine: 'database', poll: 0.02 },
      jobs: [report],
      declare: (it) => void it.job(report, { days: 7 }).everyMinute(),
    });
    await queueTablesOf(app);
    setClock();
    // The entry is known before the minute, however long the command takes to begin.
    await app.facades.Schedule().run();
    const { code, output } = await call(app, 'queue:work --schedule --max-jobs 1');
    expect([code, seen, reports]).toEqual([0, [7], []]);
    expect(output).toMatch(/^Working on default and on the schedule\.$.*^done +report .*^Done: 1$/ms);
  });
});

test('queue:work --schedule names the plugin that is missing', async () => {
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', NO_COLOR: '1' } })
    .withPlugins([consoleKernel(), validation(), queue()])
    .create();
  const { code, output } = await call(app, 'queue:work --schedule');
  await app.close();
  expect([code, output]).toEqual([1, expect.stringContaining('Add schedule() of @taproot/schedule')]);
});

describe('commands', () => {
  const env = { NO_COLOR: '1', TZ: 'UTC' };
  const declare = (it: Schedule): void => {
    it.call('tidy', idle).dailyAt('03:00', 'Europe/Berlin');
    it.call('bad', () => Promise.reject(new Error('no luck'))).hourly();
    it.call('live', idle).hourly().environments('production');
    it.call('never', idle)
      .hourly()
      .when(() => false);
  };
  const booted = async (wanted: Wanted = {}) => {
    const { app, reports } = await boot({ declare, env, ...wanted });
    const setNow = (at: string): void => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse(at));
    setNow('2026-03-28T12:00Z');
    return { app, reports, setNow };
  };

  afterEach(() => void jest.restoreAllMocks());

  test('schedule:list shows the times of each entry on the clock of its zone', async () => {
    const { app } = await booted();
    const { code, output } = await call(app, 'schedule:list --next 2');
    expect(code).toBe(0);
    // The clocks of Berlin change in between.
    expect(output).toMatch(
      /^tidy .*Europe\/Berlin +2026-03-29 03:00 \+02:00, 2026-03-30 03:00 \+02:00 .*running\.test\.ts:\d+/m,
    );
    expect(output).toMatch(/^bad .*UTC +2026-03-28 13:00 \+00:00, 2026-03-28 14:00 \+00:00 /m);
    expect(output).toMatch(/^live .*not in this environment/m);
    const listed: unknown = JSON.parse((await call(app, 'schedule:list --json')).output);
    expect(listed).toMatchObject([
      { name: 'tidy', cron: '0 3 * * *', timezone: 'Europe/Berlin', active: true, next: ['2026-03-29T01:00:00.000Z'] },
      { name: 'bad' },
      { name: 'live', active: false },
      { name: 'never' },
    ]);
    expect(await call(app, 'schedule:list --next 0')).toMatchObject({ code: 64 });
  });

  test('schedule:list of an empty schedule says where entries are declared', async () => {
    const { app } = await booted({ declare: idle });
    expect((await call(app, 'schedule:list')).output).toContain('withSchedule()');
  });

  test('schedule:run does what is due, counts it, and fails if a run failed', async () => {
    const { app, reports, setNow } = await booted();
    // A new entry begins now.
    expect(await call(app, 'schedule:run')).toEqual({ code: 0, output: 'Done: 0, skipped: 0, failed: 0\n' });
    setNow('2026-03-28T13:00:01Z');
    expect(await call(app, 'schedule:run')).toEqual({ code: 1, output: 'Done: 0, skipped: 1, failed: 1\n' });
    setNow('2026-03-29T01:00:01Z');
    expect((await call(app, 'schedule:run')).output).toBe('Done: 1, skipped: 1, failed: 1\n');
    expect(reports.map(({ message }) => message).filter((message) => message === 'no luck')).toHaveLength(2);
  });

  test('schedule:test does one entry now, and names the nearest one of a wrong name', async () => {
    const { app, reports } = await booted();
    expect(await call(app, 'schedule:test tidy')).toEqual({ code: 0, output: 'tidy: done\n' });
    expect(await call(app, 'schedule:test never')).toEqual({ code: 0, output: 'never: skipped\n' });
    expect(await call(app, 'schedule:test bad')).toEqual({ code: 1, output: 'bad: failed\n' });
    expect(await call(app, 'schedule:test tidi')).toMatchObject({ code: 1, output: expect.stringContaining('tidy') });
    expect(reports.map(({ message }) => message)).toEqual(['no luck']);
  });
});

test('a command of the schedule gets its arguments; one that throws or does not exist is reported', async () => {
  const got: unknown[] = [];
  class Tidy extends Command {
    static override paths = [['tidy']];
    days = Option.String('--days');
    what = Option.String();
    override async execute(): Promise<void> {
      got.push([this.what, this.days]);
      if (this.what === 'all') throw new Error('no luck');
    }
  }
  const { app, reports } = await boot({
    declare: (it) => {
      it.command('tidy "old carts" --days 7').daily();
      it.command('tidy all').daily().name('tidy.all');
      it.command('tidi all').daily();
    },
    commands: [{ path: 'tidy', description: 'Tidies', load: async () => Tidy }],
  });
  await fakeSchedule(app).travel('1d');
  expect(got).toEqual([
    ['old carts', '7'],
    ['all', undefined],
  ]);
  const lines = reports.map(({ code, message }) => `${code}: ${message.replaceAll(/\s+/g, ' ')}`).toSorted();
  expect(lines).toEqual([
    expect.stringMatching(/^E_SCHEDULE_COMMAND: .*"tidi all".*tidy/),
    expect.stringMatching(/no luck/),
  ]);
});
