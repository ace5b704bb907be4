import { definePlugin } from '@taproot/core/plugin';
import { throttleDatabaseDefaults } from './config.ts';
import { DatabaseStore } from './database-store.ts';

/** The store `database` of rate limits, for SQLite and PostgreSQL: `throttle: { store: 'database' }`. */
export const throttleDatabase = () =>
  definePlugin({
    name: 'throttle-database',
    requires: ['throttle', 'database'],
    config: { throttle_database: throttleDatabaseDefaults },
    apply(app) {
      app.facades.RateLimiter().extend('database', () => new DatabaseStore(app));
    },
  });
