import type { Application } from '@taproot/core';
import { definePlugin, type Options, perApp } from '@taproot/core/plugin';
import { Broadcast } from './broadcast.ts';
import { broadcastOf } from './broadcast-runtime.ts';
import { broadcastDefaults } from './config.ts';
import { broadcastFigures } from './counts.ts';
import { tracedEvents } from './traced-events.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Channels of events: `await facades.Broadcast().send(rooms.of({ room: 7 }), 'booked', { id: 1 })`. */
    Broadcast(): Broadcast;
  }
}

const facadeOf = perApp((app) => new Broadcast(broadcastOf(app)));

const check = (app: Application): void => {
  const { fault } = broadcastOf(app);
  if (fault !== null) throw fault;
};

/**
 * Broadcasts: `facades.Broadcast()` sends events to channels and streams channels to clients, as server-sent events. Settings are in
 * config/broadcast.ts. By default events reach the streams of this process; with the stores `redis` and `nats`, those of all processes. `options` are
 * settings of that file, and win over it. Take it from `@taproot/broadcast`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), redis(), broadcast()])
 */
export const broadcast = (options?: Options<'broadcast'>) =>
  definePlugin({
    name: 'broadcast',
    requires: ['routing'],
    after: ['redis'],
    config: { broadcast: broadcastDefaults },
    options: { broadcast: options },
    facades: { Broadcast: facadeOf },
    traces: [tracedEvents],
    health: (app) => (app.config.broadcast.store === 'memory' ? {} : { broadcast: () => check(app) }),
    figures: (app) => broadcastFigures(() => broadcastOf(app).counts),
    apply(app) {
      const runtime = broadcastOf(app);
      app.hooks.ready.tap('broadcast', () => runtime.check());
      app.hooks.start.tapPromise('broadcast', () => runtime.open());
      app.hooks.shutdown.tapPromise('broadcast', () => runtime.close());
    },
  });
