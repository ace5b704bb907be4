import type { Schedule } from '@taproot/schedule';

/** Zones whose clocks change on three different days, one of them by half an hour. */
export const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;

/** The times of day that entries have in each zone: in the hour that is missing, or that comes twice. */
export const timesOfDay = ['01:45', '02:15', '02:30'] as const;

/** Declares an entry for each zone and time, and one that runs each hour. */
export const declareAll = (schedule: Schedule): void => {
  const idle = (): undefined => undefined;
  for (const zone of zones) {
    const place = zone.replace('/', '.');
    for (const time of timesOfDay) schedule.call(`${place}.${time}`, idle).dailyAt<string>(time, zone);
    schedule.call(`${place}.hourly`, idle).hourly().timezone(zone);
  }
};

const [minute, day] = [60_000, 86_400_000];

/**
 * The runs that are right, found without a scheduler: looks at the clock of each zone in each minute. A time of day belongs to the first minute
 * of the day at which the clock shows it, or a later one.
 */
export const expectedRuns = (begin: number, days: number): readonly string[] => {
  const found: string[] = [];
  for (const zone of zones) {
    const place = zone.replace('/', '.');
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const done = new Set<string>();
    let before = format.format(begin);
    for (let at = begin + minute; at <= begin + days * day; at += minute) {
      const [date = '', now = ''] = format.format(at).split(' ');
      if (now.endsWith(':00')) found.push(`${place}.hourly ${new Date(at).toISOString()}`);
      for (const time of timesOfDay) {
        const key = `${date} ${time}`;
        if (now < time || done.has(key)) continue;
        done.add(key);
        // The beginning may be later than the time of its day.
        if (before < key) found.push(`${place}.${time} ${new Date(at).toISOString()}`);
      }
      before = `${date} ${now}`;
    }
  }
  return found.toSorted();
};
