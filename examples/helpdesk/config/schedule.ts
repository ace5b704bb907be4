import { defineConfig } from '@taproot/core';
import '@taproot/schedule';

export const schedule = defineConfig('schedule', {
  /** The server runs the schedule, too. Any number of servers may: each run is claimed by one of them. */
  in_server: true,
});
