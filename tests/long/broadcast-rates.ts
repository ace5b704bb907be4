import { randomBytes } from 'node:crypto';
import { type EventClient, openClients } from './support/event-clients.ts';
import { WorkerServer } from './support/worker-server.ts';

const streams = 200;
const events = 2000;
const senders = 16;

/** Sends the events by several clients; resolves once each stream has as many as were sent. */
const send = async (port: number, clients: readonly EventClient[]): Promise<number> => {
  const began = performance.now();
  let id = 0;
  const sender = async (): Promise<void> => {
    while (id < events) await fetch(`http://127.0.0.1:${port}/rooms/7/${++id}`, { method: 'POST' });
  };
  await Promise.all(Array.from({ length: senders }, sender));
  const sent = (performance.now() - began) / 1000;
  const end = performance.now() + 30_000;
  while (performance.now() < end && !clients.every(({ ids, missed }) => missed || ids.length >= events))
    await new Promise((resolve) => setTimeout(resolve, 100));
  return sent;
};

/** Events of one channel to 200 streams over 2, 4 and 8 processes, by Redis and by NATS: how many a second, and each of them once. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const store of ['redis', 'nats']) {
    for (const workers of [2, 4, 8]) {
      const prefix = `broadcast-rates-${randomBytes(4).toString('hex')}`;
      const server = new WorkerServer(
        { FIXTURE_WORKERS: String(workers), FIXTURE_STORE: store, FIXTURE_PREFIX: prefix },
        'broadcast-server.ts',
      );
      const port = await server.open();
      const clients = await openClients(streams, port, '/rooms/7');
      const seconds = await send(port, clients);
      const missed = clients.filter((client) => client.missed).length;
      const wrong = clients.filter((client) => !client.missed && new Set(client.ids).size !== client.ids.length);
      const short = clients.filter((client) => !client.missed && client.ids.length !== events);
      rows[`${store}, ${workers} processes`] = {
        'events a second': Math.round(events / seconds),
        'deliveries a second': Math.round((events * streams) / seconds),
        'streams told of a gap': missed,
      };
      if (wrong.length > 0) faults.push(`${store}, ${workers}: ${wrong.length} streams got an event twice.`);
      if (short.length > 0) faults.push(`${store}, ${workers}: ${short.length} streams lost events in silence.`);
      await server.end();
    }
  }
  console.table(rows);
  return faults;
};
