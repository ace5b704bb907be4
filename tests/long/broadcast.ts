import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type EventClient, openClients } from './support/event-clients.ts';
import { WorkerServer } from './support/worker-server.ts';

const streams = 1000;
const events = 50;
const workers = 2;
const rounds = 3;
/** Milliseconds. */
const allowed = { firstByte: 50, end: 1000 };

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0;

const shown = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

/** How long 200 streams take to their first byte, one after another. */
const firstBytes = async (port: number): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let stream = 0; stream < 220; stream++) {
    const began = performance.now();
    const [client] = await openClients(1, port, '/rooms/7');
    times.push((client?.firstByte ?? 0) - began);
    client?.leave();
  }
  // The first ones load the code.
  return times.slice(20);
};

/** Sends events to all streams, by whichever worker answers; what one of them got twice, not at all or in another order. */
const sendToAll = async (port: number, clients: readonly EventClient[]): Promise<readonly string[]> => {
  const by = new Set<number>();
  for (let id = 1; id <= events; id++) {
    const reply = await fetch(`http://127.0.0.1:${port}/rooms/7/${id}`, {
      method: 'POST',
      headers: { connection: 'close' },
    });
    by.add(((await reply.json()) as { pid: number }).pid);
  }
  const expected = Array.from({ length: events }, (_, index) => index + 1).join();
  const wrong = () => clients.filter(({ ids }) => ids.join() !== expected);
  for (let wait = 0; wait < 200 && wrong().length > 0; wait++) await pause(50);
  const faults = wrong().map(({ ids }) => `A stream got the events ${ids.join()}.`);
  if (by.size !== workers) faults.push(`${by.size} workers sent events.`);
  return [...new Set(faults)];
};

/** SIGTERM with all streams open: milliseconds until the last one ended. */
const endAll = async (
  server: WorkerServer,
  clients: readonly EventClient[],
): Promise<{ readonly last: number; readonly rude: number }> => {
  const began = performance.now();
  const exited = server.end();
  await Promise.all(clients.map((client) => client.end()));
  const last = Math.max(...clients.map(({ ended }) => ended)) - began;
  await exited;
  return { last, rude: clients.filter(({ endedPolitely }) => !endedPolitely).length };
};

/** Event streams: their first byte, an event to a thousand of them over two workers, and SIGTERM with all of them open. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const prefix = `broadcast:long:${randomBytes(4).toString('hex')}`;
  const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
  const rows: Record<string, object> = {};
  try {
    for (const count of [0, workers]) {
      for (let round = 1; round <= rounds; round++) {
        const server = new WorkerServer(
          { FIXTURE_WORKERS: String(count), FIXTURE_PREFIX: prefix },
          'broadcast-server.ts',
        );
        const port = await server.open();
        const times = await firstBytes(port);
        const clients = await openClients(streams, port, '/rooms/7');
        const lost = count === 0 ? [] : await sendToAll(port, clients);
        const { last, rude } = await endAll(server, clients);
        const what = `${count === 0 ? 'one process' : `${count} workers`}, round ${round}`;
        rows[what] = {
          'first byte, median': shown(percentile(times, 0.5)),
          'first byte, p99': shown(percentile(times, 0.99)),
          [`${streams} streams ended`]: shown(last),
        };
        faults.push(...lost.map((fault) => `${what}: ${fault}`));
        if (percentile(times, 0.99) >= allowed.firstByte)
          faults.push(`${what}: the first byte takes ${shown(percentile(times, 0.99))}.`);
        if (last > allowed.end) faults.push(`${what}: the last stream ended after ${shown(last)}.`);
        if (rude > 0) faults.push(`${what}: ${rude} streams did not end politely.`);
      }
    }
  } finally {
    await redis.del(`${prefix}:events`);
    redis.disconnect();
  }
  console.log(`Event streams; ${events} events to ${streams} streams over ${workers} workers`);
  console.table(rows);
  return faults;
};
