import { createHash } from 'node:crypto';
import type { RedisClient } from '@taproot/core/internal';
import type { RedisConnection } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { ListedSession, SessionChanges, SessionRecord, SessionStore } from './session-store.ts';

/** The member of a client of ioredis that sessions use. */
interface CallingClient extends RedisClient {
  /** Sends any command. */
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
}

const isCalling = (client: RedisClient): client is CallingClient => typeof Reflect.get(client, 'call') === 'function';

// In one script, so that a session that was ended in the meantime does not come back.
const changeScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local sets = tonumber(ARGV[3])
redis.call('HSET', KEYS[1], 'touched', ARGV[2])
for at = 0, sets - 1 do redis.call('HSET', KEYS[1], ARGV[4 + at * 2], ARGV[5 + at * 2]) end
for at = 4 + sets * 2, #ARGV do redis.call('HDEL', KEYS[1], ARGV[at]) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1`;

// In one script, so that no session stays without an end.
const createScript = `
redis.call('DEL', KEYS[1])
for at = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1`;

/** Keys of values have this prefix; the others are `began`, `touched` and `user`. */
const value = 'v:';

/** ioredis gives the reply of HGETALL as an object, and as a flat list where it does not know the command. */
const fieldsOf = (reply: unknown): ReadonlyMap<string, string> => {
  const pairs = Array.isArray(reply)
    ? reply.flatMap((field: unknown, at) => (at % 2 === 0 ? [[String(field), String(reply[at + 1])] as const] : []))
    : Object.entries(Object(reply) as Record<string, unknown>).map(([field, text]) => [field, String(text)] as const);
  return new Map(pairs);
};

/**
 * Sessions as hashes of Redis, with a field for each key: two requests that change different keys never meet. Redis forgets a session
 * when its time is over.
 */
export class RedisStore implements SessionStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #longest: number;

  /** `longest`: seconds after which every session has ended. */
  constructor(connection: RedisConnection, prefix: string, longest: number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#longest = Math.ceil(longest);
  }

  async open(): Promise<void> {
    await this.#client();
  }

  async read(id: string): Promise<SessionRecord | null> {
    const fields = fieldsOf(await this.#call('HGETALL', this.#key(id)));
    const [began, touched] = [Number(fields.get('began')), Number(fields.get('touched'))];
    if (Number.isNaN(began) || Number.isNaN(touched)) return null;
    const values = [...fields].flatMap(([field, text]) =>
      field.startsWith(value) ? [[field.slice(value.length), text] as const] : [],
    );
    return { began, touched, user: fields.get('user') ?? null, values: new Map(values) };
  }

  async create(id: string, { began, touched, user, values }: SessionRecord, lives: number): Promise<void> {
    if (user !== null) await this.#list(user, id, began);
    const fields = [...values].flatMap(([key, text]) => [value + key, text]);
    const owner = user === null ? [] : ['user', user];
    await this.#script(createScript, id, [Math.ceil(lives), 'began', began, 'touched', touched, ...owner, ...fields]);
  }

  async change(id: string, { set, removed, touched, lives }: SessionChanges): Promise<boolean> {
    const sets = [...set].flatMap(([key, text]) => [value + key, text]);
    const args = [Math.ceil(lives), touched, set.size, ...sets, ...removed.map((key) => value + key)];
    return (await this.#script(changeScript, id, args)) === 1;
  }

  async end(id: string): Promise<boolean> {
    return (await this.#call('DEL', this.#key(id))) === 1;
  }

  async ofUser(user: string): Promise<readonly ListedSession[]> {
    const list = this.#userKey(user);
    await this.#call('ZREMRANGEBYSCORE', list, '-inf', Math.floor(Date.now() / 1000) - this.#longest);
    const ids = (await this.#call('ZRANGE', list, 0, -1)) as readonly string[];
    const records = await Promise.all(ids.map((id) => this.read(id)));
    return ids.flatMap((id, at) => {
      const record = records[at] ?? null;
      return record === null || record.user !== user ? [] : [{ id, began: record.began, touched: record.touched }];
    });
  }

  /** First the list, then the session: if the process ends in between, the list has one id too many, and no session is unlisted. */
  async #list(user: string, id: string, began: number): Promise<void> {
    const list = this.#userKey(user);
    await this.#call('ZADD', list, began, id);
    await this.#call('EXPIRE', list, this.#longest);
  }

  async #script(script: string, id: string, args: readonly (string | number)[]): Promise<unknown> {
    return this.#call('EVAL', script, 1, this.#key(id), ...args);
  }

  async #call(command: string, ...args: readonly (string | number)[]): Promise<unknown> {
    return (await this.#client()).call(command, ...args);
  }

  async #client(): Promise<CallingClient> {
    const client = await this.#connection.open();
    if (isCalling(client)) return client;
    throw errors.E_SESSION_CLIENT();
  }

  #key(id: string): string {
    return `${this.#prefix}:${id}`;
  }

  /** Hashed, because an id of a user may contain anything. */
  #userKey(user: string): string {
    return `${this.#prefix}:user:${createHash('sha256').update(user).digest('base64url')}`;
  }
}
