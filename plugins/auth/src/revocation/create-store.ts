import { type Application } from '@taproot/core';
import { didYouMean, openRedis, type SparseReport } from '@taproot/core/plugin';
import type { RevocationStore } from '../config.ts';
import { errors } from '../errors.ts';
import { lazyRows } from '../open-rows.ts';
import { requireSetting } from '../require-setting.ts';
import { DatabaseStore } from './database-store.ts';
import type { GuardStore } from './guard-store.ts';
import { MemoryStore } from './memory-store.ts';
import { RedisStore } from './redis-store.ts';
import { WatchedStore } from './watched-store.ts';

const names = ['memory', 'database', 'redis'];

/** The store of `auth.revocation.store`. The memory cannot fail, so its calls return no promise. */
export const createStore = (app: Application, report: SparseReport): GuardStore => {
  const { revocation } = app.config.auth;
  const { store, fail, timeout, memory } = revocation;
  requireSetting(['closed', 'open'].includes(fail), 'revocation.fail', fail, '"closed" or "open"');
  requireSetting(timeout > 0, 'revocation.timeout', timeout, 'a time above 0');
  const whole = Number.isSafeInteger(memory.max_keys) && memory.max_keys > 0;
  requireSetting(whole, 'revocation.memory.max_keys', memory.max_keys, 'a whole number of keys, 1 or more');
  if (store === 'memory') return new MemoryStore(memory.max_keys);
  const name = typeof store === 'string' ? store : 'custom';
  return new WatchedStore({ name, store: fallible(app, report), fail, timeout, report });
};

const fallible = (app: Application, report: SparseReport): RevocationStore => {
  const { store, database, redis } = app.config.auth.revocation;
  if (typeof store === 'function') return store();
  if (store === 'redis') return new RedisStore(openRedis(app, 'auth.revocation.store', redis.connection), redis.prefix);
  if (store === 'database')
    return new DatabaseStore({
      rows: lazyRows(app, database.connection, 'auth.revocation'),
      table: database.table,
      report,
    });
  throw errors.E_AUTH_SETTING({
    setting: 'revocation.store',
    value: `"${store}"`,
    hint: didYouMean(store, names),
    expected: `one of ${names.join(', ')}, or a function that creates a store`,
  });
};
