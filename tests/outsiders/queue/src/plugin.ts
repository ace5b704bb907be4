import '@taproot/console';
import { definePlugin } from '@taproot/core/plugin';
import { queueDefaults } from './config.ts';
import { Queue } from './queue.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Work for later: `await facades.Queue().push(welcome, { email })`. */
    Queue(): Queue;
  }
}

/** Jobs in memory or on Redis. `taproot queue:work` works them off. */
export const queue = () =>
  definePlugin({
    name: 'queue',
    after: ['redis'],
    config: { queue: queueDefaults },
    facades: { Queue: (app) => new Queue(app) },
    commands: () => import('./commands.ts'),
  });
