import type { HealthCheck } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { Migrations } from './migrations.ts';

/**
 * The health check that fails while a migration of the default connection has not run. When all have run, it stops
 * asking, because the files of a running process do not change.
 */
export const pendingCheck = (migrations: () => Migrations): HealthCheck => {
  let complete = false;
  return async (signal) => {
    if (complete) return;
    const pending = (await migrations().status()).filter(({ ran }) => ran === null).map(({ name }) => name);
    signal.throwIfAborted();
    if (pending.length > 0) throw errors.E_MIGRATION_PENDING({ migrations: pending.join(', ') });
    complete = true;
  };
};
