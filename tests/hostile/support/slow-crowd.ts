import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@taproot/core';
import { RawClient } from '../../routing/server/raw-client.ts';
import { GoodClient } from './good-client.ts';
import { ServerProcess } from './server-process.ts';

const headers = 'GET / HTTP/1.1\r\nHost: a.te';
const body = 'POST /input HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

/** So many clients that stop in their headers, so many that stop in their bodies, and good ones among them. */
export const slowCrowd = async (driver: string, crowd: { headers: number; bodies: number }, http: Config['http']) => {
  const server = await ServerProcess.start(driver, {
    http: { keep_alive_timeout: 60, ...(typeof http === 'object' ? http : {}) },
  });
  const good = new GoodClient(server.port);
  for (let warm = 0; warm < 200; warm++) await good.send();
  good.takeTimes();
  const before = await server.vitals();
  const clients: RawClient[] = [];
  const join = async (count: number, text: string): Promise<void> => {
    for (let joined = 0; joined < count; joined += 50) {
      const some = await Promise.all(
        Array.from({ length: Math.min(50, count - joined) }, () => RawClient.open(server.port)),
      );
      for (const client of some) client.send(text);
      clients.push(...some);
    }
  };
  const began = performance.now();
  await join(crowd.headers, headers);
  await join(crowd.bodies, body);
  const crowdIs = { closed: false };
  const all = Promise.all(clients.map((client) => client.closed)).then((replies) => {
    crowdIs.closed = true;
    return replies;
  });
  const during = await server.vitals();
  // One after another: how long one takes while the crowd hangs on.
  while (!crowdIs.closed) {
    await good.send();
    await pause(5);
  }
  const replies = await all;
  const seconds = (performance.now() - began) / 1000;
  const times = good.takeTimes();
  good.close();
  await server.stop();
  const unanswered = replies.filter((reply) => !reply.startsWith('HTTP/1.1 408 ')).length;
  return {
    driver,
    seconds,
    good: times.count,
    p50: times.p50,
    p99: times.p99,
    wrong: good.wrong,
    unanswered,
    grown: during.rss - before.rss,
  };
};
