import type { Application } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { eventsDefaults } from './config.ts';
import { Events } from './events.ts';
import { eventsOf } from './events-runtime.ts';
import type { Listener } from './listener.ts';
import { runs } from './traced-listeners.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Tells listeners what has happened: `await facades.Event().dispatch(orderPaid, { order: 7 })`. */
    Event(): Events;
  }
}

/**
 * Events with typed listeners, after the commit or by the queue. Settings are in config/events.ts. `options` are settings of that file, and
 * win over it. Take it from `@taproot/events`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([events()]).withListeners([sendReceipt])
 */
export const events = (options?: Options<'events'>) =>
  definePlugin({
    name: 'events',
    after: ['database', 'queue'],
    config: { events: eventsDefaults },
    options: { events: options },
    facades: { Event: (app) => new Events(eventsOf(app)) },
    traces: [runs],
    steps: {
      /** The listeners of the application. Those of one event run in the order of this list. */
      withListeners: (app: Application, listeners: readonly Listener[]) => eventsOf(app).addAll(listeners),
    },
    commands: () => import('./commands/index.ts'),
    apply(app) {
      const runtime = eventsOf(app);
      // The steps of the application have run by then.
      app.hooks.ready.tap('events', () => runtime.defineJobs());
    },
  });
