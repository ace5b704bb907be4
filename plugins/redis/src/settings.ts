import { inspect } from 'node:util';
import { type Duration } from '@taproot/core';
import { didYouMean, seconds } from '@taproot/core/plugin';
import type { RedisOptions } from 'ioredis';
import { addressOf } from './address.ts';
import { defaultAddress, type RedisConnectionConfig } from './config.ts';
import { errors } from './errors.ts';

/**
 * The shortest silence that closes a connection, in seconds. ioredis also counts the time in which this process was busy and could not read
 * the answer.
 */
const leastSilence = 5;

/** Milliseconds. ioredis waits this long for the end of a connection, even if there is none. */
const disconnectTimeout = 100;

const known =
  'url host port user password database tls prefix connect_timeout command_timeout retry_delay client'.split(' ');

// This option would change the types of replies, so replies keep their default form.
type OwnOptions = Omit<RedisOptions, 'replyMapping'>;

/** The arguments for a client of ioredis. */
export interface ClientSettings {
  /** `redis://...`, `rediss://...` or the path of a unix socket. */
  readonly address: string;
  readonly options: OwnOptions;
}

/**
 * Settings of one client. Commands fail at once: they do not wait for a connection and are not sent twice. The client closes a silent
 * connection, and tries to connect again without end.
 *
 * @throws E_REDIS_SETTING for an invalid value; E_REDIS_URL.
 */
export const clientSettings = (setting: string, config: RedisConnectionConfig): ClientSettings => {
  const check = new Check(setting);
  check.all(config);
  const { url = defaultAddress, tls = false, prefix = '' } = config;
  const connectTimeout = check.seconds('connect_timeout', 2, config.connect_timeout) * 1000;
  const commandTimeout = check.seconds('command_timeout', leastSilence, config.command_timeout);
  const longestRetry = check.seconds('retry_delay', 1, config.retry_delay) * 1000;
  const options: OwnOptions = {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout,
    disconnectTimeout,
    socketTimeout: Math.max(commandTimeout, leastSilence) * 1000,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestRetry),
    reconnectOnError: onceInAWhile(longestRetry, ({ message }) => message.startsWith('READONLY')),
  };
  // This timer runs for each command. It is needed only if the limit for silence is longer.
  if (commandTimeout < leastSilence) options.commandTimeout = commandTimeout * 1000;
  if (prefix !== '') options.keyPrefix = prefix;
  // Configuration is frozen, and ioredis writes into the object it gets.
  if (tls !== false) options.tls = tls === true ? {} : { ...tls };
  return { address: addressOf(`${setting}.url`, url, config), options };
};

/** Throws for invalid settings of one connection. */
class Check {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Checks names of keys, and numbers. */
  all(config: RedisConnectionConfig): void {
    for (const key of Object.keys(config))
      if (!known.includes(key)) this.#refuse(key, 'set', `one of ${known.join(', ')}`, didYouMean(key, known));
    const { port = 6379, database = 0 } = config;
    this.#require(Number.isInteger(port) && port > 0 && port < 65_536, 'port', port, 'a port from 1 to 65535');
    this.#require(Number.isSafeInteger(database) && database >= 0, 'database', database, 'a whole number, 0 or more');
  }

  seconds(key: string, fallback: number, value: Duration = fallback): number {
    const time = seconds(value, `${this.#path}.${key}`);
    this.#require(Number.isFinite(time) && time > 0, key, value, 'a time above 0');
    return time;
  }

  #require(holds: boolean, key: string, value: unknown, expected: string): void {
    if (!holds) this.#refuse(key, inspect(value), expected);
  }

  #refuse(key: string, value: string, expected: string, hint = ''): never {
    throw errors.E_REDIS_SETTING({ setting: `${this.#path}.${key}`, value, expected, hint });
  }
}

/**
 * After a failover the old primary is a replica, so the client must connect again. Every open command gets that error, but the client must
 * reconnect only once.
 */
const onceInAWhile = (pause: number, asks: (error: Error) => boolean): ((error: Error) => boolean) => {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (!asks(error) || now - last < pause) return false;
    last = now;
    return true;
  };
};
