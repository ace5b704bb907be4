import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type AnyChannel, type Broadcast, channel } from '@taproot/broadcast';
import { Redis } from 'ioredis';
import type { PresenceStore } from '../../plugins/websocket/src/presence/member.ts';
import { MemoryPresence } from '../../plugins/websocket/src/presence/memory-presence.ts';
import { Presence } from '../../plugins/websocket/src/presence/presence.ts';
import { RedisPresence } from '../../plugins/websocket/src/presence/redis-presence.ts';
import { hasRedis, sharedRedis } from '../throttle/support/services.ts';

const hall: AnyChannel = channel('halls.{hall}').of({ hall: 1 });
const room = JSON.stringify(['halls.{hall}', 'halls.1']);

const memberOf = (id: string) => ({ id, json: JSON.stringify({ id }) });

/** The list of a client that heard all events, and their number. */
class Listener {
  readonly list = new Set<string>();
  events = 0;
  largest = 0;

  readonly broadcast = {
    send: async (_channel: AnyChannel, _event: string, data: unknown): Promise<void> => {
      const { joined, left } = data as Record<'joined' | 'left', readonly { id: string }[]>;
      this.events++;
      this.largest = Math.max(this.largest, Buffer.byteLength(JSON.stringify(data)));
      for (const { id } of left) this.list.delete(id);
      for (const { id } of joined) this.list.add(id);
    },
  } as unknown as Broadcast;

  get ids(): string[] {
    return [...this.list].sort();
  }
}

const missing = (): never => {
  throw new RangeError('no such process');
};

const presenceOf = (store: PresenceStore, listener: Listener, bytes = 65_472) => {
  const reported: unknown[] = [];
  const report = (error: unknown): boolean => reported.push(error) > 0;
  // Leases of these tests are renewed by hand.
  const presence = new Presence({ broadcast: () => listener.broadcast, report, store, lease: 3_600_000, bytes });
  return { presence, reported };
};

/** A store whose next step of this name fails: before it was done, or after that, when its reply is lost. */
const failing = (store: PresenceStore) => {
  const faults = new Map<string, 'before' | 'after'>();
  const broken = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        const fault = faults.get(String(name));
        if (fault === 'before' && faults.delete(String(name))) throw new Error(`${String(name)} broke`);
        const reply: unknown = await Reflect.apply(value, target, args);
        if (fault === 'after' && faults.delete(String(name))) throw new Error(`${String(name)} broke`);
        return reply;
      };
    },
  });
  return { store: broken, faults };
};

describe('members of one process', () => {
  test('those that come at once are told in one event, and one that comes and goes in between in none', async () => {
    const listener = new Listener();
    const { presence } = presenceOf(new MemoryPresence(), listener);
    const first = presence.enter(hall, memberOf('first'));
    await Promise.all(['a', 'b', 'c'].map((id) => presence.enter(hall, memberOf(id))));
    await first;
    expect({ ids: listener.ids, events: listener.events }).toEqual({ ids: ['a', 'b', 'c', 'first'], events: 1 });
    await Promise.all([presence.enter(hall, memberOf('d')), presence.leave(hall, memberOf('d'))]);
    await Promise.all([presence.leave(hall, memberOf('a')), presence.enter(hall, memberOf('a'))]);
    expect({ ids: listener.ids, events: listener.events }).toEqual({ ids: ['a', 'b', 'c', 'first'], events: 1 });
  });

  test('events stay below the limit of broadcasts', async () => {
    const listener = new Listener();
    const { presence } = presenceOf(new MemoryPresence(), listener, 300);
    const ids = Array.from({ length: 100 }, (_, at) => `member-${at}`);
    await Promise.all(ids.map((id) => presence.enter(hall, memberOf(id))));
    expect(listener.ids).toEqual([...ids].sort());
    expect(listener.largest).toBeLessThan(364);
    await Promise.all(ids.map((id) => presence.leave(hall, memberOf(id))));
    expect(listener.ids).toEqual([]);
    expect(await presence.members(hall)).toEqual([]);
  });
});

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('members of several processes', () => {
  const clients: Redis[] = [];
  let prefix = '';

  const processes = async (count: number) => {
    prefix = `members:${randomBytes(4).toString('hex')}`;
    const client = new Redis(sharedRedis);
    clients.push(client);
    const connection = { open: async () => client } as never;
    const listener = new Listener();
    const made = Array.from({ length: count }, () => {
      const { store, faults } = failing(new RedisPresence(connection, prefix, 3_600_000));
      return { store, faults, ...presenceOf(store, listener) };
    });
    /** Ends the lease of the only process that has one, or of this one. */
    const expire = async (name?: string): Promise<string> => {
      const [first = ''] = await client.zrange(`${prefix}:processes`, '(0', '+inf', 'BYSCORE');
      await client.zadd(`${prefix}:processes`, 1, name ?? first);
      return name ?? first;
    };
    const stored = async (): Promise<string[]> => (await client.hkeys(`${prefix}:room:${room}`)).sort();
    const all = { client, listener, expire, stored };
    return { ...all, of: (at: number) => made[at] ?? missing() };
  };

  afterEach(async () => {
    for (const client of clients.splice(0)) {
      for (const key of await client.keys(`${prefix}:*`)) await client.del(key);
      client.disconnect();
    }
  });

  /** The members of a lost process, as the room and its clients see them. */
  const seen = async ({ listener, of }: Awaited<ReturnType<typeof processes>>, at: number) => {
    const members = (await of(at).presence.members(hall)) as { id: string }[];
    return { list: members.map(({ id }) => id).sort(), told: listener.ids };
  };

  test('a lease that is renewed late, before anybody has looked, was not lost', async () => {
    const all = await processes(1);
    const { presence } = all.of(0);
    await presence.enter(hall, memberOf('bob'));
    const name = await all.expire();
    await presence.renew();
    expect(await all.client.zrange(`${prefix}:processes`, '0', '-1')).toEqual([name]);
    expect(all.listener.events).toBe(1);
  });

  test('a process that was taken for lost writes its members by a new name, which a late cleaner does not touch', async () => {
    const all = await processes(2);
    const [late, cleaner] = [all.of(0), all.of(1)];
    await late.presence.enter(hall, memberOf('bob'));
    const name = await all.expire();
    await cleaner.presence.enter(hall, memberOf('ann'));
    expect((await seen(all, 1)).list).toEqual(['ann']);
    await late.presence.renew();
    expect(await seen(all, 1)).toEqual({ list: ['ann', 'bob'], told: ['ann', 'bob'] });
    // This one saw the end of the lease before, and comes only now.
    await cleaner.store.clear(room, name);
    await cleaner.store.forget(name);
    await late.presence.renew();
    expect(await seen(all, 1)).toEqual({ list: ['ann', 'bob'], told: ['ann', 'bob'] });
    await late.presence.leave(hall, memberOf('bob'));
    expect(await seen(all, 1)).toEqual({ list: ['ann'], told: ['ann'] });
    expect(await all.stored()).toEqual(['ann']);
  });

  test('a member that left while its process was taken for lost is gone', async () => {
    const all = await processes(2);
    const [late, cleaner] = [all.of(0), all.of(1)];
    await late.presence.enter(hall, memberOf('bob'));
    await all.expire();
    await cleaner.presence.enter(hall, memberOf('ann'));
    await cleaner.presence.renew();
    await late.presence.enter(hall, memberOf('eve'));
    await late.presence.leave(hall, memberOf('bob'));
    await late.presence.renew();
    await cleaner.presence.renew();
    expect(await seen(all, 1)).toEqual({ list: ['ann', 'eve'], told: ['ann', 'eve'] });
    expect(await all.stored()).toEqual(['ann', 'eve']);
  });

  test('a process that closes while it was taken for lost leaves nothing', async () => {
    const all = await processes(2);
    const [late, other] = [all.of(0), all.of(1)];
    await late.presence.enter(hall, memberOf('bob'));
    await all.expire();
    await other.presence.enter(hall, memberOf('ann'));
    await late.presence.close();
    expect(await seen(all, 1)).toEqual({ list: ['ann'], told: ['ann'] });
    await other.presence.close();
    expect(await all.client.keys(`${prefix}:*`)).toEqual([]);
  });

  test('one process cleans up after a lost one; if it is lost in between, the next one tells what it had not', async () => {
    const all = await processes(3);
    const [lost, first, second] = [all.of(0), all.of(1), all.of(2)];
    await second.presence.enter(hall, memberOf('ann'));
    await lost.presence.enter(hall, memberOf('bob'));
    const [name = ''] = (await all.client.hget(`${prefix}:room:${room}`, 'bob'))?.split(',') ?? [];
    await all.expire(name);
    expect(await first.store.renew()).toEqual({ replaced: null, lost: [name] });
    expect([...(await first.store.clear(room, name)).keys()]).toEqual(['bob']);
    // It has begun, so nobody else does; and it ends before it has told anybody.
    expect(await second.store.renew()).toEqual({ replaced: null, lost: [] });
    expect(await seen(all, 1)).toEqual({ list: ['ann'], told: ['ann', 'bob'] });
    await all.client.zadd(`${prefix}:processes`, '-1', name);
    await second.presence.renew();
    expect(await seen(all, 1)).toEqual({ list: ['ann'], told: ['ann'] });
    expect(await all.stored()).toEqual(['ann']);
    expect(await all.client.exists(`${prefix}:process:${name}`)).toBe(0);
  });

  test.each([
    ['enter', 'before'],
    ['enter', 'after'],
    ['leave', 'before'],
    ['leave', 'after'],
    ['finish', 'before'],
    ['finish', 'after'],
    ['empty', 'before'],
  ] as const)('a step that fails is repeated after the next renewal: %s, %s it was done', async (step, when) => {
    const all = await processes(1);
    const { presence, faults, reported } = all.of(0);
    await presence.enter(hall, memberOf('bob'));
    faults.set(step, when);
    await presence.enter(hall, memberOf('ann'));
    await presence.leave(hall, memberOf('bob'));
    if (step === 'empty') await presence.leave(hall, memberOf('ann'));
    expect(reported).toHaveLength(1);
    await presence.renew();
    const ids = step === 'empty' ? [] : ['ann'];
    expect(await seen(all, 0)).toEqual({ list: ids, told: ids });
    expect(await all.stored()).toEqual(ids);
    expect(reported).toHaveLength(1);
  });

  test.each(['clear', 'finish', 'roomsOf', 'forget'])('cleaning up that fails is repeated: %s', async (step) => {
    const all = await processes(2);
    const { presence, faults, reported } = all.of(1);
    await all.of(0).presence.enter(hall, memberOf('bob'));
    const name = await all.expire();
    faults.set(step, step === 'finish' ? 'after' : 'before');
    await presence.enter(hall, memberOf('ann'));
    await presence.renew();
    expect(reported).toHaveLength(1);
    // Another one may clean up when a lease has passed once more.
    await all.client.zadd(`${prefix}:processes`, '-1', name);
    await presence.renew();
    expect(await seen(all, 1)).toEqual({ list: ['ann'], told: ['ann'] });
    expect(await all.stored()).toEqual(['ann']);
    expect(await all.client.keys(`${prefix}:process:*`)).toHaveLength(1);
  });

  test('random steps of four processes, of which some are late, lost or fail, end with the same list for everybody', async () => {
    const seed = Number(process.env.SEED ?? Date.now());
    let state = seed % 2_147_483_647 || 1;
    const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    const all = await processes(4);
    const here = new Map<string, number>();
    const running: Promise<unknown>[] = [];
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (let n = 0; n < 400; n++) {
      const at = random(4);
      const { presence, faults } = all.of(at);
      const id = names[random(names.length)] ?? '';
      const what = random(20);
      const key = `${at}:${id}`;
      if (what < 8) {
        here.set(key, (here.get(key) ?? 0) + 1);
        running.push(presence.enter(hall, memberOf(id)));
      } else if (what < 15 && (here.get(key) ?? 0) > 0) {
        here.set(key, (here.get(key) ?? 0) - 1);
        running.push(presence.leave(hall, memberOf(id)));
      } else if (what === 15) faults.set(['enter', 'leave', 'finish', 'clear', 'forget'][random(5)] ?? '', 'after');
      else if (what === 16) {
        const alive = await all.client.zrange(`${prefix}:processes`, '(0', '+inf', 'BYSCORE');
        if (alive.length > 0) await all.expire(alive[random(alive.length)]);
      } else if (what === 17) await presence.renew();
      else if (what === 18) await presence.members(hall);
      else await Promise.all(running.splice(0));
    }
    await Promise.all(running);
    // Each one renews its lease, and repeats what had failed.
    for (let round = 0; round < 3; round++)
      for (let at = 0; at < 4; at++) {
        all.of(at).faults.clear();
        for (const name of await all.client.zrange(`${prefix}:processes`, '-inf', '(0', 'BYSCORE'))
          await all.client.zadd(`${prefix}:processes`, '-1', name);
        await all.of(at).presence.renew();
      }
    const present = [...here].filter(([, count]) => count > 0).map(([key]) => key.slice(2));
    const expected = [...new Set(present)].sort();
    expect({ seed, ...(await seen(all, 0)) }).toEqual({ seed, list: expected, told: expected });
    expect({ seed, stored: await all.stored() }).toEqual({ seed, stored: expected });
  });
});
