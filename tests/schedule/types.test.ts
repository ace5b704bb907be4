import { expect, test } from '@jest/globals';
import type { Job } from '@taproot/queue';
import type { Schedule } from '@taproot/schedule';

/** Never called: the compiler judges it. */
export const right = (schedule: Schedule, report: Job<{ days: number }>, note: Job<{}>, zone: string, n: number) => [
  schedule
    .call('a', ({ plannedAt, signal }) => [plannedAt.getTime(), signal.aborted])
    .cron('0,30 8-17/2 * JAN-mar 1-5'),
  schedule.call('b', async () => 1).cron('*/15 * 1,15,L * ?'),
  schedule.call('c', () => 1).cron('0 0 15W * FRI#2'),
  schedule.call('d', () => 1).cron('@daily'),
  schedule.call('e', () => 1).cron(zone),
  schedule.call('f', () => 1).cron(`${n} 3 * * *`),
  schedule
    .call('g', () => 1)
    .dailyAt('3:00', zone)
    .between('08:00', zone),
  schedule.job(report, { days: 7 }).mondays().at('23:59'),
  schedule.job(report, () => ({ days: 7 })).monthlyOn(15, '12:00'),
  schedule.job(note).weekly(),
];

/** Never called: the compiler judges it. */
export const wrong = (schedule: Schedule, report: Job<{ days: number }>) => {
  const entry = schedule.call('a', () => 1);
  // @ts-expect-error The first field is a minute
  entry.cron('60 * * * *');
  // @ts-expect-error The second field is an hour
  entry.cron('0 24 * * *');
  // @ts-expect-error The third field is a day of the month
  entry.cron('0 0 0 * *');
  // @ts-expect-error The fourth field is a month
  entry.cron('0 0 1 13 *');
  // @ts-expect-error The fifth field is a day of the week
  entry.cron('0 0 * * MON,FUN');
  // @ts-expect-error Four fields
  entry.cron('* * * *');
  // @ts-expect-error Six fields
  entry.cron('* * * * * *');
  // @ts-expect-error An item is empty
  entry.cron('1, * * * *');
  // @ts-expect-error An unknown nickname
  entry.cron('@reboot');
  // @ts-expect-error No such time
  entry.dailyAt('24:00');
  // @ts-expect-error No such time
  entry.mondays().at('8 o clock');
  // @ts-expect-error No such time
  entry.between('08:00', '17:60');
  // @ts-expect-error No such day
  entry.days('monday', 'someday');
  // @ts-expect-error The payload is missing
  schedule.job(report);
  // @ts-expect-error The payload is another one
  schedule.job(report, { days: 'seven' });
  // @ts-expect-error The payload of the function is another one
  schedule.job(report, () => ({ weeks: 1 }));
};

test('the compiler judges this file', () => {
  expect([typeof right, typeof wrong]).toEqual(['function', 'function']);
});
