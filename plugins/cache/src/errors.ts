import { defineErrors } from '@taproot/core';

/** Errors of caches, locks and idempotency keys. */
export const errors = defineErrors({
  // Configuration
  E_CACHE_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/cache.ts, or remove it to keep its default.',
  },
  E_CACHE_DATABASE: {
    message: 'Configuration "{setting}" is "database", but no plugin of this application provides a database.',
    fix: 'Add database() of @taproot/database to withPlugins(), or choose "memory" or "redis" in config/cache.ts.',
  },
  E_CACHE_TABLE: {
    message: 'The tables of the cache are missing, or are not those of this version.',
    fix: 'Write their migration with `npx taproot cache:table`, then run `npx taproot migrate`.',
  },
  E_CACHE_TABLE_EXISTS: {
    message: '{file} creates the tables of the cache already.',
    fix: 'Run it with `npx taproot migrate`.',
  },
  // Values
  E_CACHE_KEY: {
    message: 'The cache got {value} as a key, but needs a string of 1 to 200 characters.',
    fix: 'Correct the key. Hash it if it may be longer.',
    placed: true,
  },
  E_CACHE_TTL: {
    message: 'The cache got {value} as a time to live, but needs a time above 0.',
    fix: 'Give a time such as "5m", or call forever() or rememberForever().',
    placed: true,
  },
  E_CACHE_VALUE: {
    message: 'The value of the key "{key}" cannot be stored: {reason}.',
    fix: 'Store what JSON can hold: objects, lists, strings, finite numbers, booleans, null.',
    placed: true,
  },
  E_CACHE_NUMBER: {
    message: 'The value of the key "{key}" is {value}, so {amount} cannot be added to it.',
    fix: 'Add finite numbers, and only to keys that hold numbers.',
    placed: true,
  },
  E_CACHE_UNSURE: {
    message:
      'The store of the cache does not answer, so it is not known whether the value of the key "{key}" was changed.',
    fix: 'Look at the server of the store. Do not count on the value until the next change succeeds.',
  },
  E_CACHE_UNAVAILABLE: {
    message: 'The store of the cache does not answer, so values are made anew: {reason}',
    fix: 'Look at the server of the store. Requests go on without it, and the cache tries it again after cache.retry.',
  },
  E_CACHE_LATE: {
    message: 'The store of the cache did not answer within {seconds} s.',
    fix: 'Look at the server of the store, or raise cache.store_timeout.',
  },
  E_CACHE_STALE: {
    message: 'The value of the key "{key}" could not be made, so the last one is used: {reason}',
    fix: 'See the cause below. After its grace, callers get the error.',
  },
  E_CACHE_STATUS: {
    message:
      'middleware.cache() got {status} as a status to keep, but needs one from 200 to 599 that has a whole body.',
    fix: 'Give statuses such as [200, 404]. 204, 205, 206 and 304 cannot be kept.',
  },
  // Locks
  E_LOCK_NAME: {
    message: 'A lock got {value} as its name, but needs a string of 1 to 180 characters.',
    fix: 'Correct the name.',
    placed: true,
  },
  E_LOCK_LEASE: {
    message: 'The lock "{name}" got {value} as its lease, but needs a time from 100 ms to a day.',
    fix: 'Give a time such as "30s". It is renewed while the work runs, so it need not be as long as the work.',
    placed: true,
  },
  E_LOCK_TAKEN: {
    message: 'The lock "{name}" is taken.',
    fix: 'Try again later, or let run() wait for it: { wait: "10s" }.',
    status: 409,
  },
  E_LOCK_LOST: {
    message: 'The lease of the lock "{name}" ended before the work did, so another holder may work now.',
    fix: 'Look for code that blocks the event loop for longer than the lease, or for a store that was away. Pass the fence to what the work writes to, so that late writes are refused.',
  },
  E_LOCK_STOPPED: {
    message: 'The application closes, so the lock "{name}" is given back.',
    fix: 'Nothing: let the work end when its signal aborts.',
  },
  // Idempotency keys
  E_IDEMPOTENCY_MISSING: {
    message: 'This request needs the header Idempotency-Key.',
    fix: 'Send a new random key with each operation, and the same key when you repeat it.',
    status: 400,
  },
  E_IDEMPOTENCY_KEY: {
    message: 'The header Idempotency-Key must have 1 to 255 visible characters.',
    fix: 'Send a random key, such as a UUID.',
    status: 400,
  },
  E_IDEMPOTENCY_RUNNING: {
    message: 'A request with this Idempotency-Key is still running.',
    fix: 'Repeat it later.',
    status: 409,
  },
  E_IDEMPOTENCY_REUSED: {
    message: 'This Idempotency-Key was used with another request body.',
    fix: 'Send a new key with each operation.',
    status: 422,
  },
  E_IDEMPOTENCY_LOST: {
    message: 'The request with this Idempotency-Key was answered, but its reply was not kept.',
    fix: 'Ask for the result by another request. Raise max_body of middleware.idempotency() if replies are that large.',
    status: 409,
  },
  E_IDEMPOTENCY_TRANSACTION: {
    message: 'middleware.idempotency({ transaction: true }) keeps replies in the database, but locks are elsewhere.',
    fix: "Set cache.locks to 'database' in config/cache.ts, and add database() to withPlugins().",
  },
  E_IDEMPOTENCY_STORE: {
    message: 'The reply to a request with an Idempotency-Key could not be kept: {reason}',
    fix: 'See the cause below. A repeated request may run again.',
  },
  E_CACHE_ASSERTION: {
    message: '{message}',
    fix: 'Correct the test, or what it tests.',
  },
});
