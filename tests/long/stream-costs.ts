import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type EventClient, openClients } from './support/event-clients.ts';
import { WorkerServer } from './support/worker-server.ts';

const idle = 5000;
const streams = 2000;
const events = 50;
/** What an idle connection, the memory of a stream and an event may cost, beside node:http alone. */
const wanted = { connection: 1, stream: 1.5, event: 1.5 };

interface Usage {
  readonly micros: number;
  readonly rss: number;
}

const usage = async (port: number): Promise<Usage> =>
  (await fetch(`http://127.0.0.1:${port}/cpu`)).json() as Promise<Usage>;

/** A connection that was answered once and stays open. */
const openIdle = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /pid HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(socket, 'data');
  return socket;
};

const several = async <Opened>(count: number, open: () => Promise<Opened>): Promise<Opened[]> => {
  const opened: Opened[] = [];
  while (opened.length < count) opened.push(...(await Promise.all(Array.from({ length: 100 }, open))));
  return opened;
};

const tell = async (port: number, clients: readonly EventClient[], from: number): Promise<number> => {
  const before = await usage(port);
  for (let id = from; id < from + events; id++)
    await fetch(`http://127.0.0.1:${port}/rooms/7/${id}`, { method: 'POST' });
  const last = from + events - 1;
  while (!clients.every((client) => client.has(last))) await new Promise(setImmediate);
  return ((await usage(port)).micros - before.micros) / events / 1000;
};

/** Work with a server of its own, because memory that was used once is used again. */
const served = async <Result>(fixture: string, work: (port: number) => Promise<Result>): Promise<Result> => {
  const server = new WorkerServer({ FIXTURE_WORKERS: '0', NODE_OPTIONS: '--expose-gc' }, fixture);
  try {
    return await work(await server.open());
  } finally {
    server.child.kill('SIGKILL');
  }
};

/** KiB for each of so many, after a few that loaded the code. */
const memory = async (port: number, count: number, open: (count: number) => Promise<unknown>): Promise<number> => {
  await open(100);
  const before = await usage(port);
  await open(count);
  return ((await usage(port)).rss - before.rss) / count / 1024;
};

const cost = async (fixture: string) => {
  const connection = await served(fixture, (port) =>
    memory(port, idle, (count) => several(count, () => openIdle(port))),
  );
  return served(fixture, async (port) => {
    let clients: readonly EventClient[] = [];
    const stream = await memory(port, streams, async (count) => {
      for (const client of clients) client.leave();
      clients = await openClients(count, port, '/rooms/7');
    });
    await tell(port, clients, 1);
    return { connection, stream, event: await tell(port, clients, 1 + events) };
  });
};

/** The costs of what stays open: memory of idle connections and of event streams, and an event to all streams, beside node:http. */
export const run = async (): Promise<readonly string[]> => {
  const bare = await cost('bare-stream-server.ts');
  const ours = await cost('broadcast-server.ts');
  const row = ({ connection, stream, event }: typeof ours): object => ({
    'KiB for each idle connection': Number(connection.toFixed(1)),
    'KiB for each stream': Number(stream.toFixed(1)),
    [`ms of CPU for an event to ${streams}`]: Number(event.toFixed(2)),
  });
  console.table({ 'node:http': row(bare), Taproot: row(ours) });
  const parts = ['connection', 'stream', 'event'] as const;
  return parts
    .map((part) => ({ part, times: ours[part] / bare[part] }))
    .filter(({ part, times }) => times > wanted[part])
    .map(({ part, times }) => `A ${part} costs ${times.toFixed(2)} times what it costs with node:http alone.`);
};
