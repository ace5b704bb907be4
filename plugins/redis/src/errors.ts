import { defineErrors } from '@taproot/core';

/** Errors of Redis: configuration, connections, servers that are down. */
export const errors = defineErrors({
  E_REDIS_CONNECTION: {
    message: 'The Redis connection "{connection}" does not exist.{hint}',
    fix: 'Add it to redis.connections (config/redis.ts), or use an existing one: {known}.',
  },
  E_REDIS_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/redis.ts or in the options of redis(), or remove it to keep its default.',
  },
  E_REDIS_URL: {
    message: '{setting} is not the address of a Redis server: {reason}.',
    fix: 'Write redis://user:password@host:6379/0, rediss://... for TLS, or the path of a unix socket. In a user name or a password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25.',
  },
  E_REDIS_PACKAGE: {
    message: 'The Redis connection "{connection}" needs the package ioredis, which is not installed.',
    fix: 'Run `npm install ioredis`.',
  },
  E_REDIS_CLUSTER: {
    message:
      'The cluster of the Redis connection "{connection}" has no master that answers for {lost} of its 16384 slots.',
    fix: 'Start the masters again, or a replica in their place. CLUSTER NODES shows which of them are down.',
  },
  E_REDIS_UNAVAILABLE: {
    message: 'The Redis connection "{connection}" cannot be reached: {reason}.',
    fix: 'Start Redis, or correct the address or the password in config/redis.ts or REDIS_URL. The client goes on trying to connect.',
    status: 503,
  },
});
