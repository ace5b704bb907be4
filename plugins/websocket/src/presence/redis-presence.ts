import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '@taproot/core/plugin';
import type { PresenceStore, Renewal } from './member.ts';
import { aliveScript, clearScript, enterScript, finishScript, leaveScript, renewScript } from './redis-scripts.ts';

/** The pairs of a flat list, or of the reply of HGETALL. */
const pairs = (flat: unknown): Map<string, string> => {
  const texts = flat as readonly string[];
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length; at += 2) found.set(texts[at] ?? '', texts[at + 1] ?? '');
  return found;
};

/**
 * Presence of all processes in Redis. Each process has a lease; the members of a process that does not renew it are gone. A process that
 * lost its lease goes on under a new name, so that a process that cleans up after the old one cannot remove what it writes from then on.
 */
export class RedisPresence implements PresenceStore {
  readonly isShared = true;
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #lease: number;
  #name = randomUUID();
  #begun = false;

  /** `lease` in milliseconds. */
  constructor(connection: RedisConnection, prefix: string, lease: number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#lease = lease;
  }

  async enter(room: string, members: ReadonlyMap<string, string>): Promise<readonly string[]> {
    const name = this.#name;
    await this.#run(`return redis.call('sadd', KEYS[1], ARGV[1])`, this.#rooms(name), room);
    return (await this.#run(enterScript, this.#room(room), name, ...[...members].flat())) as readonly string[];
  }

  async leave(room: string, ids: readonly string[]): Promise<readonly string[]> {
    return (await this.#run(leaveScript, this.#room(room), this.#name, ...ids)) as readonly string[];
  }

  async finish(
    room: string,
    ids: readonly string[],
    process: string = this.#name,
  ): Promise<ReadonlyMap<string, string>> {
    return pairs(await this.#run(finishScript, this.#room(room), process, ...ids));
  }

  async clear(room: string, process: string): Promise<ReadonlyMap<string, string>> {
    return pairs(await this.#run(clearScript, this.#room(room), process));
  }

  async members(room: string): Promise<readonly string[]> {
    const [alive, entries] = await Promise.all([
      this.#run(aliveScript, this.#processes()),
      this.#run(`return redis.call('hgetall', KEYS[1])`, this.#room(room)),
    ]);
    const names = new Set(alive as readonly string[]);
    const found: string[] = [];
    for (const value of pairs(entries).values()) {
      const bar = value.indexOf('|');
      const processes = value.slice(0, bar).split(',');
      if (processes.some((one) => names.has(one))) found.push(value.slice(bar + 1));
    }
    return found;
  }

  async renew(): Promise<Renewal> {
    const old = this.#name;
    const [holds, lost] = await this.#renew(this.#begun ? '' : 'new');
    if (holds) return { replaced: null, lost };
    this.#name = randomUUID();
    this.#begun = false;
    const [, others] = await this.#renew('new');
    return { replaced: old, lost: others };
  }

  async roomsOf(process: string): Promise<readonly string[]> {
    return (await this.#run(`return redis.call('smembers', KEYS[1])`, this.#rooms(process))) as readonly string[];
  }

  async empty(room: string): Promise<void> {
    await this.#run(`return redis.call('srem', KEYS[1], ARGV[1])`, this.#rooms(this.#name), room);
  }

  async forget(process: string = this.#name): Promise<void> {
    await this.#run(`return redis.call('del', KEYS[1])`, this.#rooms(process));
    await this.#run(`return redis.call('zrem', KEYS[1], ARGV[1])`, this.#processes(), process);
  }

  /** Renews the lease of the current name, or begins it. */
  async #renew(how: 'new' | ''): Promise<[boolean, readonly string[]]> {
    const reply = await this.#run(renewScript, this.#processes(), this.#name, String(this.#lease), how);
    const [holds, lost] = reply as [number, readonly string[]];
    this.#begun ||= holds === 1;
    return [holds === 1, lost];
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
