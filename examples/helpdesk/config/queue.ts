import { defineConfig } from '@taproot/core';
import '@taproot/queue';

export const queue = defineConfig('queue', {
  /** The server works on jobs, too: `npm start` is one process. With more of them, set it to false and run `npx taproot queue:work`. */
  in_server: true,
});
