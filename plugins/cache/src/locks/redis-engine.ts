import type { RedisConnection } from '@taproot/core/plugin';
import type { LockEngine } from './lock-engine.ts';

// The key of the fence outlives that of the lock by a day. After that, or when the server lost its keys, the clock is higher anyway.
const acquireScript = `
if redis.call('exists', KEYS[1]) == 1 then return false end
local time = redis.call('time')
local fence = math.max(tonumber(redis.call('get', KEYS[2]) or '0') + 1, time[1] * 1000000 + time[2])
local text = string.format('%.0f', fence)
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('set', KEYS[2], text, 'PX', ARGV[2] + 86400000)
return text`;

const renewScript = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('pexpire', KEYS[1], ARGV[2])`;

const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

const keepScript = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[2], ARGV[2], 'PX', ARGV[3])
return 1`;

/** Locks in Redis, for every process with the same server and prefix. Every step is one script. */
export class RedisEngine implements LockEngine {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async acquire(name: string, token: string, lease: number): Promise<number | null> {
    const client = await this.#connection.open();
    const fence = await client.eval(
      acquireScript,
      2,
      this.#key(name, 'lock'),
      this.#key(name, 'fence'),
      token,
      ms(lease),
    );
    return fence === null ? null : Number(fence);
  }

  async renew(name: string, token: string, lease: number): Promise<boolean> {
    const client = await this.#connection.open();
    return (await client.eval(renewScript, 1, this.#key(name, 'lock'), token, ms(lease))) === 1;
  }

  async release(name: string, token: string): Promise<void> {
    const client = await this.#connection.open();
    await client.eval(releaseScript, 1, this.#key(name, 'lock'), token);
  }

  async read(name: string): Promise<string | null> {
    const client = await this.#connection.open();
    return client.get(this.#key(name, 'kept'));
  }

  async keep(name: string, token: string, text: string, ttl: number): Promise<boolean> {
    const client = await this.#connection.open();
    const kept = await client.eval(
      keepScript,
      2,
      this.#key(name, 'lock'),
      this.#key(name, 'kept'),
      token,
      text,
      ms(ttl),
    );
    return kept === 1;
  }

  async check(): Promise<void> {
    await (await this.#connection.open()).ping();
  }

  /** The braces put the keys of one name into one slot of a cluster. */
  #key(name: string, part: string): string {
    return `${this.#prefix}{${name}}:${part}`;
  }
}

const ms = (time: number): string => String(Math.max(1, Math.ceil(time)));
