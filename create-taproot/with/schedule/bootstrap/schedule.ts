import type { Schedule } from '@taproot/schedule';

/** What runs at fixed times, once for all processes. `npx taproot schedule:list` shows it. */
export const entries = (_schedule: Schedule): void => {
  // _schedule.command('migrate:status').dailyAt('03:00', 'Europe/Berlin');
};
