import { setTimeout as wait } from 'node:timers/promises';
import { limit } from '@taproot/throttle';
import { bootLimiter, burst, type Limited } from '../throttle/support/limited.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';

const points = 10;
const seconds = 1;
const rounds = 20;

/** Sleeps until shortly before a moment, and turns until it has come: a timer alone may be milliseconds late. */
const until = async (moment: number): Promise<void> => {
  const left = moment - performance.now() - 10;
  if (left > 0) await wait(left);
  while (performance.now() < moment) await new Promise(setImmediate);
};

/** Bursts around the end of a window, on a real clock: how many each of them got. */
const edges = async ({ limiter }: Limited, where: string) => {
  const throttle = limiter.throttle('edge');
  const faults: string[] = [];
  const rows: Record<string, number> = { 'first window': 0, 'at -5 ms': 0, 'at 0 and +5 ms': 0 };
  for (let round = 0; round < rounds; round++) {
    const admitted = async (): Promise<number> =>
      (await burst(throttle, 5 * points)).filter((status) => status === 200).length;
    const began = performance.now();
    const first = await admitted();
    await until(began + seconds * 1000 - 5);
    const before = await admitted();
    await until(began + seconds * 1000 + 2);
    const at = await admitted();
    await until(began + seconds * 1000 + 7);
    const after = await admitted();
    rows['first window'] = (rows['first window'] ?? 0) + first;
    rows['at -5 ms'] = (rows['at -5 ms'] ?? 0) + before;
    rows['at 0 and +5 ms'] = (rows['at 0 and +5 ms'] ?? 0) + at + after;
    // The window may have ended while the burst at -5 ms ran; then that burst began the next one.
    if (first !== points || before + at + after > points)
      faults.push(`${where}, round ${round}: ${first}, ${before}, ${at}, ${after}`);
    await until(performance.now() + seconds * 1000 + 20);
  }
  return { rows, faults };
};

/** The edge of a fixed window on a real clock: never more than the limit on either side of it. */
export const run = async (): Promise<readonly string[]> => {
  const register = {
    register: (limiter: Limited['limiter']) => limiter.for('edge', () => limit.perSecond(points).by('edge')),
  };
  const found: string[] = [];
  const table: Record<string, object> = {};
  const memory = await bootLimiter(register);
  const inMemory = await edges(memory, 'memory');
  await memory.app.close();
  const server = await RedisServer.start();
  const redis = await bootLimiter({
    ...register,
    url: server.url,
    config: { store: 'redis', redis: { prefix: 'edge' } },
  });
  await redis.app.open();
  const onRedis = await edges(redis, 'redis');
  await redis.app.close();
  await server.kill();
  for (const [where, { rows, faults }] of Object.entries({ memory: inMemory, redis: onRedis })) {
    table[where] = { rounds, ...rows };
    found.push(...faults);
  }
  console.table(table);
  return found;
};
