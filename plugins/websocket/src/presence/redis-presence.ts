import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '@taproot/core/plugin';
import type { Changed, PresenceStore } from './member.ts';

// A room is a hash of members by id. A value has the processes of the member and its JSON: `a,b,|{"id":7}`.
const enterScript = `
local value = redis.call('hget', KEYS[1], ARGV[1]) or '|'
local bar = string.find(value, '|', 1, true)
local processes = string.sub(value, 1, bar - 1)
if not string.find(processes, ARGV[2] .. ',', 1, true) then processes = processes .. ARGV[2] .. ',' end
redis.call('hset', KEYS[1], ARGV[1], processes .. '|' .. ARGV[3])
return bar == 1 and 1 or 0`;

const leaveScript = `
local value = redis.call('hget', KEYS[1], ARGV[1])
if not value then return false end
local bar = string.find(value, '|', 1, true)
local from, to = string.find(string.sub(value, 1, bar - 1), ARGV[2] .. ',', 1, true)
if not from then return false end
local processes = string.sub(value, 1, from - 1) .. string.sub(value, to + 1, bar - 1)
if processes ~= '' then
  redis.call('hset', KEYS[1], ARGV[1], processes .. string.sub(value, bar))
  return false
end
redis.call('hdel', KEYS[1], ARGV[1])
return string.sub(value, bar + 1)`;

// Time is that of the server, so clocks of processes do not matter.
const renewScript = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before = tonumber(redis.call('zscore', KEYS[1], ARGV[1]) or '0')
redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[1])
return { before > now and 1 or 0, redis.call('zrangebyscore', KEYS[1], '-inf', '(' .. now) }`;

const aliveScript = `
local time = redis.call('time')
return redis.call('zrangebyscore', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), '+inf')`;

const readScript = `return redis.call('hgetall', KEYS[1])`;
const fieldScript = `return redis.call('hget', KEYS[1], ARGV[1])`;
const setScript = `return redis.call(ARGV[1], KEYS[1], ARGV[2])`;
const membersScript = `return redis.call('smembers', KEYS[1])`;

interface Entry {
  readonly id: string;
  readonly processes: readonly string[];
  readonly json: string;
}

const entriesOf = (flat: unknown): Entry[] => {
  const texts = flat as readonly string[];
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const [id = '', value = ''] = [texts[at], texts[at + 1]];
    const bar = value.indexOf('|');
    entries.push({ id, processes: value.slice(0, bar).split(',').slice(0, -1), json: value.slice(bar + 1) });
  }
  return entries;
};

/** Presence of all processes in Redis. Each process has a lease; the members of a process that does not renew it are gone. */
export class RedisPresence implements PresenceStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #lease: number;
  /** The name of this process. */
  readonly #process = randomUUID();

  /** `lease` in milliseconds. */
  constructor(connection: RedisConnection, prefix: string, lease: number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#lease = lease;
  }

  async enter(room: string, id: string, json: string): Promise<boolean> {
    await this.#run(setScript, this.#rooms(this.#process), 'sadd', room);
    return (await this.#run(enterScript, this.#room(room), id, this.#process, json)) === 1;
  }

  async leave(room: string, id: string): Promise<string | null> {
    return (await this.#run(leaveScript, this.#room(room), id, this.#process)) as string | null;
  }

  async has(room: string, id: string): Promise<boolean> {
    return (await this.#run(fieldScript, this.#room(room), id)) !== null;
  }

  async members(room: string): Promise<readonly string[]> {
    const alive = new Set((await this.#run(aliveScript, this.#processes())) as readonly string[]);
    const entries = entriesOf(await this.#run(readScript, this.#room(room)));
    return entries.filter(({ processes }) => processes.some((one) => alive.has(one))).map(({ json }) => json);
  }

  async replace(room: string, process: string, members: ReadonlyMap<string, string>): Promise<Changed> {
    const name = process === '' ? this.#process : process;
    const joined: string[] = [];
    const left: string[] = [];
    for (const { id, processes } of entriesOf(await this.#run(readScript, this.#room(room)))) {
      if (members.has(id) || !processes.includes(name)) continue;
      const json = (await this.#run(leaveScript, this.#room(room), id, name)) as string | null;
      if (json !== null) left.push(json);
    }
    if (members.size > 0) await this.#run(setScript, this.#rooms(name), 'sadd', room);
    else await this.#run(setScript, this.#rooms(name), 'srem', room);
    for (const [id, json] of members)
      if ((await this.#run(enterScript, this.#room(room), id, name, json)) === 1) joined.push(json);
    return { joined, left };
  }

  async renew(): Promise<{ readonly renewed: boolean; readonly lost: readonly string[] }> {
    const reply = await this.#run(renewScript, this.#processes(), this.#process, String(this.#lease));
    const [renewed, lost] = reply as [number, readonly string[]];
    return { renewed: renewed === 1, lost };
  }

  async roomsOf(process: string): Promise<readonly string[]> {
    return (await this.#run(membersScript, this.#rooms(process))) as readonly string[];
  }

  async forget(process: string): Promise<void> {
    const name = process === '' ? this.#process : process;
    await this.#run(setScript, this.#processes(), 'zrem', name);
    await this.#run(`return redis.call('del', KEYS[1])`, this.#rooms(name));
  }

  async #run(script: string, key: string, ...args: string[]): Promise<unknown> {
    const client = await this.#connection.open();
    return client.eval(script, 1, key, ...args);
  }

  #processes(): string {
    return `${this.#prefix}:processes`;
  }

  #rooms(process: string): string {
    return `${this.#prefix}:process:${process}`;
  }

  #room(room: string): string {
    return `${this.#prefix}:room:${room}`;
  }
}
