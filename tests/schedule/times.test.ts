import { afterEach, describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { type Schedule, type ScheduledEntry, schedule } from '@taproot/schedule';
import { fakeSchedule } from '@taproot/schedule/testing';
import { boot, closeAll } from './support/application.ts';

afterEach(closeAll);

const next = async (declare: (entry: ScheduledEntry) => unknown, from: string, count: number) => {
  const { app } = await boot({ declare: (schedule) => void declare(schedule.call('it', () => undefined)) });
  fakeSchedule(app, from);
  const [listed] = app.facades.Schedule().list(count);
  return listed?.next.map((at) => at.toISOString().slice(5, 16));
};

// 2026-01-01 is a Thursday.
test.each<[string, (entry: ScheduledEntry) => unknown, readonly string[]]>([
  ['everyMinute', (it) => it.everyMinute(), ['01-01T00:01', '01-01T00:02', '01-01T00:03']],
  ['everyTwoMinutes', (it) => it.everyTwoMinutes(), ['01-01T00:02', '01-01T00:04', '01-01T00:06']],
  ['everyFiveMinutes', (it) => it.everyFiveMinutes(), ['01-01T00:05', '01-01T00:10', '01-01T00:15']],
  ['everyTenMinutes', (it) => it.everyTenMinutes(), ['01-01T00:10', '01-01T00:20', '01-01T00:30']],
  ['everyFifteenMinutes', (it) => it.everyFifteenMinutes(), ['01-01T00:15', '01-01T00:30', '01-01T00:45']],
  ['everyThirtyMinutes', (it) => it.everyThirtyMinutes(), ['01-01T00:30', '01-01T01:00', '01-01T01:30']],
  ['hourly', (it) => it.hourly(), ['01-01T01:00', '01-01T02:00', '01-01T03:00']],
  ['hourlyAt', (it) => it.hourlyAt(15, 45), ['01-01T00:15', '01-01T00:45', '01-01T01:15']],
  ['daily', (it) => it.daily(), ['01-02T00:00', '01-03T00:00', '01-04T00:00']],
  ['dailyAt', (it) => it.dailyAt('3:05'), ['01-01T03:05', '01-02T03:05', '01-03T03:05']],
  ['dailyAt with a zone', (it) => it.dailyAt('03:00', 'Europe/Berlin'), ['01-01T02:00', '01-02T02:00', '01-03T02:00']],
  ['twiceDaily', (it) => it.twiceDaily(), ['01-01T01:00', '01-01T13:00', '01-02T01:00']],
  ['weekly', (it) => it.weekly(), ['01-04T00:00', '01-11T00:00', '01-18T00:00']],
  ['weekdays', (it) => it.weekdays(), ['01-02T00:00', '01-05T00:00', '01-06T00:00']],
  ['weekends with an hour', (it) => it.weekends().at('08:30'), ['01-03T08:30', '01-04T08:30', '01-10T08:30']],
  ['mondays with an hour', (it) => it.mondays().dailyAt('08:00'), ['01-05T08:00', '01-12T08:00', '01-19T08:00']],
  ['days, hourly', (it) => it.hourly().fridays(), ['01-02T00:00', '01-02T01:00', '01-02T02:00']],
  ['monthly', (it) => it.monthly(), ['02-01T00:00', '03-01T00:00', '04-01T00:00']],
  ['monthlyOn', (it) => it.monthlyOn(31, '12:00'), ['01-31T12:00', '03-31T12:00', '05-31T12:00']],
  ['lastDayOfMonth', (it) => it.lastDayOfMonth().at('23:00'), ['01-31T23:00', '02-28T23:00', '03-31T23:00']],
  ['quarterly', (it) => it.quarterly(), ['04-01T00:00', '07-01T00:00', '10-01T00:00']],
  ['yearly', (it) => it.yearly().timezone('Asia/Tokyo'), ['12-31T15:00', '12-31T15:00', '12-31T15:00']],
  ['cron', (it) => it.cron('5 4 * FEB MON-TUE'), ['02-02T04:05', '02-03T04:05', '02-09T04:05']],
  ['a nickname', (it) => it.cron('@weekly'), ['01-04T00:00', '01-11T00:00', '01-18T00:00']],
  ['between', (it) => it.hourly().between('22:00', '0:30'), ['01-01T22:00', '01-01T23:00', '01-02T00:00']],
  ['unlessBetween', (it) => it.hourly().unlessBetween('0:00', '23:00'), ['01-01T23:00', '01-02T23:00', '01-03T23:00']],
])('%s', async (_name, declare, expected) => {
  expect(await next(declare, '2026-01-01T00:00:00Z', 3)).toEqual(expected);
});

describe('on the days on which clocks change', () => {
  test.each<[string, (entry: ScheduledEntry) => unknown, string, readonly string[]]>([
    [
      'a time that does not exist is that of the change',
      (it) => it.dailyAt('02:30', 'Europe/Berlin'),
      '2026-03-28T00:00Z',
      ['03-28T01:30', '03-29T01:00', '03-30T00:30'],
    ],
    [
      'a time that comes twice is the first one',
      (it) => it.dailyAt('02:30', 'Europe/Berlin'),
      '2026-10-24T12:00Z',
      ['10-25T00:30', '10-26T01:30', '10-27T01:30'],
    ],
    [
      'so is each of several hours',
      (it) => it.cron('0 2,3 * * *').timezone('Europe/Berlin'),
      '2026-10-24T12:00Z',
      ['10-25T00:00', '10-25T02:00', '10-26T01:00', '10-26T02:00'],
    ],
    [
      'two times of a missing hour',
      (it) => it.cron('0,30 2 * * *').timezone('Europe/Berlin'),
      '2026-03-28T12:00Z',
      ['03-29T01:00', '03-30T00:00', '03-30T00:30'],
    ],
    [
      'twice a day, once in a missing hour',
      (it) => it.twiceDaily(2, 14).timezone('Europe/Berlin'),
      '2026-03-28T20:00Z',
      ['03-29T01:00', '03-29T12:00', '03-30T00:00'],
    ],
    [
      'hours of the day count as the clock shows them',
      (it) => it.hourly().between('02:00', '04:00').timezone('Europe/Berlin'),
      '2026-10-24T20:00Z',
      ['10-25T00:00', '10-25T01:00', '10-25T02:00', '10-26T01:00'],
    ],
    [
      'hourly goes on each hour',
      (it) => it.hourly().timezone('America/New_York'),
      '2026-11-01T04:30Z',
      ['11-01T05:00', '11-01T06:00', '11-01T07:00', '11-01T08:00'],
    ],
    [
      'a change of half an hour',
      (it) => it.dailyAt('01:45', 'Australia/Lord_Howe'),
      '2026-04-04T12:00Z',
      ['04-04T14:45', '04-05T15:15'],
    ],
    [
      'midnight does not exist in Santiago',
      (it) => it.daily().timezone('America/Santiago'),
      '2026-09-05T05:00Z',
      ['09-06T04:00', '09-07T03:00'],
    ],
  ])('%s', async (_name, declare, from, expected) => {
    expect(await next(declare, from, expected.length)).toEqual(expected);
  });
});

const refused = (declare: (schedule: Schedule) => unknown) =>
  boot({ declare: (schedule) => void declare(schedule) })
    .then(() => null)
    .catch((error: unknown) => error);

const idle = (): undefined => undefined;

/** A string that the compiler does not know. */
const text = (value: string): string => value;

test.each<[string, string, (schedule: Schedule) => unknown]>([
  ['no text', 'E_SCHEDULE_CRON', (it) => it.call('it', idle).cron(text('every day'))],
  ['a minute too high', 'E_SCHEDULE_CRON', (it) => it.call('it', idle).cron(text('60 * * * *'))],
  ['six fields', 'E_SCHEDULE_CRON', (it) => it.call('it', idle).cron(text('* * * * * *'))],
  ['a day that never comes', 'E_SCHEDULE_CRON', (it) => it.call('it', idle).cron(text('0 0 30 2 *'))],
  ['an unknown nickname', 'E_SCHEDULE_CRON', (it) => it.call('it', idle).cron(text('@reboot'))],
  ['a number as text', 'E_SCHEDULE_CRON', (it) => it.call('it', idle).cron(5 as never)],
  ['a time of the day', 'E_SCHEDULE_TIME', (it) => it.call('it', idle).dailyAt(text('24:00'))],
  ['a minute of the hour', 'E_SCHEDULE_TIME', (it) => it.call('it', idle).hourlyAt(61)],
  ['an empty window', 'E_SCHEDULE_TIME', (it) => it.call('it', idle).hourly().between('8:00', '08:00')],
  ['a zone', 'E_SCHEDULE_ZONE', (it) => it.call('it', idle).daily().timezone('Europe/Berln')],
  ['two times', 'E_SCHEDULE_TIMES', (it) => it.call('it', idle).hourly().daily()],
  ['two kinds of days', 'E_SCHEDULE_TIMES', (it) => it.call('it', idle).weekly().mondays()],
  ['an hour beside a cron text', 'E_SCHEDULE_TIMES', (it) => it.call('it', idle).cron('0 1 * * *').at('03:00')],
  ['days before a cron text', 'E_SCHEDULE_TIMES', (it) => it.call('it', idle).mondays().cron('0 1 1 * *')],
  ['a name', 'E_SCHEDULE_NAME', (it) => it.call('a b', idle).daily()],
  ['work', 'E_SCHEDULE_WORK', (it) => it.call('it', 'tidy' as never).daily()],
  ['no job', 'E_SCHEDULE_WORK', (it) => it.job(undefined as never).daily()],
])('%s that is wrong stops the boot, with the line that says it', async (_what, code, declare) => {
  expect(await refused(declare)).toMatchObject({ code, place: expect.stringMatching(/times\.test\.ts:\d+/) });
});

test.each<[string, string, RegExp, (schedule: Schedule) => unknown]>([
  [
    'has no times',
    'E_SCHEDULE_NEVER',
    /"it" of the schedule, declared at .*times\.test\.ts:\d+, does not say/,
    (it) => it.call('it', idle),
  ],
  [
    'has no hour in common',
    'E_SCHEDULE_NEVER',
    /no time that ever comes/,
    (it) => it.call('it', idle).dailyAt('03:00').between('08:00', '17:00'),
  ],
  [
    'has the name of another',
    'E_SCHEDULE_DUPLICATE',
    /"it": .*times\.test\.ts:\d+ and .*times\.test\.ts:\d+/,
    (it) => [it.call('it', idle).daily(), it.call('it', idle).daily()],
  ],
  [
    'needs a queue',
    'E_SCHEDULE_QUEUE',
    /"report" of the schedule, declared at .*times\.test\.ts/,
    (it) => it.job({ name: 'report', handle: idle }).daily(),
  ],
])('an entry that %s stops the boot, with its line', async (_what, code, message, declare) => {
  expect(await refused(declare)).toMatchObject({ code, message: expect.stringMatching(message) });
});

test('an unknown zone names the nearest one', async () => {
  expect(await refused((it) => it.call('it', idle).dailyAt('03:00', 'Europe/Berln'))).toMatchObject({
    message: 'There is no time zone "Europe/Berln". Did you mean "Europe/Berlin"?',
  });
});

test('an entry that comes after the boot is refused', async () => {
  const { app } = await boot();
  expect(() => app.facades.Schedule().call('late', idle)).toThrow(expect.objectContaining({ code: 'E_SCHEDULE_LATE' }));
});

test('an entry with a command needs a console', async () => {
  const building = setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([schedule()])
    .withSchedule((it) => void it.command('cache:clear').daily())
    .create();
  await expect(building).rejects.toMatchObject({
    code: 'E_SCHEDULE_CONSOLE',
    message: expect.stringMatching(/"cache:clear" of the schedule, declared at .*times\.test\.ts:\d+/),
  });
});

test('withSchedule() refuses what is no function', async () => {
  const building = setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([schedule()])
    .withSchedule([] as never)
    .create();
  await expect(building).rejects.toMatchObject({ code: 'E_SCHEDULE_STEP' });
});
