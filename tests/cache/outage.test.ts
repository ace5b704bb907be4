import { describe, expect, test } from '@jest/globals';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot } from './support/application.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('a Redis of the test', () => {
  test('that is killed or frozen: 1,000 callers get one made value, in the time of the store', async () => {
    const server = await RedisServer.start();
    try {
      const config = { store: 'redis', store_timeout: 0.2, retry: '1h' } as const;
      const { app, reports } = await boot({ redis: server.url, config });
      const cache = app.facades.Cache();
      let made = 0;
      const ask = (key: string) =>
        Promise.all(Array.from({ length: 1000 }, () => cache.remember(key, '1m', () => ++made)));
      expect(new Set(await ask('a'))).toEqual(new Set([1]));
      server.freeze();
      expect(new Set(await ask('b'))).toEqual(new Set([2]));
      expect(reports.map(({ code }) => code)).toEqual(['E_CACHE_UNAVAILABLE']);
      server.thaw();
      await server.kill();
      expect(new Set(await ask('c'))).toEqual(new Set([3]));
      await expect(cache.put('d', 1)).resolves.toBeUndefined();
      expect(await cache.get('d')).toBeUndefined();
      // A change would be a guess.
      for (const change of [cache.add('e', 1), cache.increment('f'), cache.pull('g')])
        await expect(change).rejects.toMatchObject({ code: 'E_CACHE_UNSURE' });
      expect(cache.figures().failures).toBeGreaterThan(0);
    } finally {
      server.thaw();
      await server.kill();
    }
  });

  test('that evicts: values are made again, and no caller gets an error', async () => {
    const server = await RedisServer.start(['--maxmemory', '3mb', '--maxmemory-policy', 'allkeys-lru']);
    try {
      const { app, reports } = await boot({ redis: server.url, config: { store: 'redis' } });
      const cache = app.facades.Cache();
      const text = 'x'.repeat(20_000);
      let made = 0;
      const askAll = async () => {
        for (let i = 0; i < 300; i++) {
          const value = await cache.remember(`k${i}`, '1m', () => (made++, text));
          expect(value.length).toBe(text.length);
        }
      };
      await askAll();
      expect(made).toBe(300);
      await askAll();
      expect(made).toBeGreaterThan(300);
      expect(reports).toEqual([]);
    } finally {
      await server.kill();
    }
  });
});
