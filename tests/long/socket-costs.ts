import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { WorkerServer } from './support/worker-server.ts';

const idle = 2000;
const echoes = 40_000;
const events = 50;
const listeners = 1000;
/** What anything may cost, beside ws alone. */
const allowed = 1.15;
const socketIo = join(import.meta.dirname, '..', '..', 'tools', 'mounts', 'node_modules', 'socket.io');

/** A server, and how its clients speak. */
interface Contestant {
  readonly fixture: string;
  readonly path: string;
  readonly echo: string;
  /** Resolves when a client that opens is in its room. */
  readonly joins: (ws: WebSocket) => Promise<unknown>;
}

const plain = {
  path: '/rooms/7?as=a',
  echo: '{"event":"echo","data":{"text":"hello, everybody"}}',
  joins: (ws: WebSocket) => once(ws, 'message'),
};

/** The protocol of socket.io over the same client, so that only the servers differ. */
const ofSocketIo: Contestant = {
  fixture: 'socket-io-server.ts',
  path: '/socket.io/?EIO=4&transport=websocket',
  echo: '42["echo",{"text":"hello, everybody"}]',
  joins: (ws) =>
    new Promise<void>((resolve) => {
      ws.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('0')) ws.send('40');
        if (!text.startsWith('42["joined"')) return;
        ws.removeAllListeners('message');
        resolve();
      });
    }),
};

interface Usage {
  readonly micros: number;
  readonly rss: number;
  readonly heapUsed: number;
}

const usage = async (port: number): Promise<Usage> => {
  const reply = await fetch(`http://127.0.0.1:${port}/usage`);
  return (await reply.json()) as Usage;
};

/** Opens clients, a hundred at once; each has joined. */
const openAll = async ({ path, joins }: Contestant, count: number, port: number): Promise<WebSocket[]> => {
  const clients: WebSocket[] = [];
  while (clients.length < count) {
    const more = Array.from({ length: 100 }, () => new WebSocket(`ws://127.0.0.1:${port}${path}`));
    await Promise.all(more.map(joins));
    clients.push(...more);
  }
  return clients;
};

/** Resolves when the clients have had this many messages together. */
const heard = (clients: readonly WebSocket[], count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count;
    const hear = (): void => {
      if (--left === 0) resolve();
    };
    for (const ws of clients) ws.on('message', hear);
  });

const cost = async (contestant: Contestant) => {
  const server = new WorkerServer({ FIXTURE_WORKERS: '0', NODE_OPTIONS: '--expose-gc' }, contestant.fixture);
  try {
    const port = await server.open();
    // The first ones load the code.
    for (const ws of await openAll(contestant, 100, port)) ws.terminate();
    const empty = await usage(port);
    const clients = await openAll(contestant, idle, port);
    const full = await usage(port);
    const few = clients.slice(0, 50);
    for (const ws of clients.slice(listeners)) ws.terminate();
    const echo = async (count: number): Promise<number> => {
      const before = await usage(port);
      const all = heard(few, count);
      for (const ws of few) {
        let left = count / few.length;
        const send = (): void => {
          if (left-- > 0) ws.send(contestant.echo);
        };
        ws.on('message', send);
        send();
      }
      await all;
      for (const ws of few) ws.removeAllListeners('message');
      return (await usage(port)).micros - before.micros;
    };
    await echo(echoes / 4);
    const echoing = await echo(echoes);
    const room = clients.slice(0, listeners);
    const tell = async (): Promise<number> => {
      const before = await usage(port);
      const all = heard(room, listeners * events);
      for (let n = 1; n <= events; n++) await fetch(`http://127.0.0.1:${port}/rooms/7/${n}`, { method: 'POST' });
      await all;
      for (const ws of room) ws.removeAllListeners('message');
      return (await usage(port)).micros - before.micros;
    };
    await tell();
    const telling = await tell();
    for (const ws of clients) ws.terminate();
    return {
      rss: (full.rss - empty.rss) / idle,
      heap: (full.heapUsed - empty.heapUsed) / idle,
      echoes: echoes / (echoing / 1e6),
      event: telling / events / 1000,
    };
  } finally {
    server.child.kill('SIGKILL');
  }
};

type Costs = Awaited<ReturnType<typeof cost>>;

const median = (runs: readonly Costs[], key: keyof Costs): number =>
  runs.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0;

/** The costs of a connection: memory of an idle one, echoes, and an event to 1,000, beside ws alone and socket.io. The median of some runs. */
export const run = async (count = 1): Promise<readonly string[]> => {
  const contestants: Record<string, Contestant> = {
    'ws alone': { ...plain, fixture: 'bare-socket-server.ts' },
    '@taproot/websocket': { ...plain, fixture: 'socket-server.ts' },
    ...(existsSync(socketIo) ? { 'socket.io': ofSocketIo } : {}),
  };
  const runs = new Map<string, Costs[]>(Object.keys(contestants).map((name) => [name, []]));
  // In turns, so that other work on the machine meets all of them.
  for (let n = 0; n < count; n++)
    for (const [name, contestant] of Object.entries(contestants)) runs.get(name)?.push(await cost(contestant));
  const of = (name: string): Costs => {
    const made = runs.get(name) ?? [];
    return {
      rss: median(made, 'rss'),
      heap: median(made, 'heap'),
      echoes: median(made, 'echoes'),
      event: median(made, 'event'),
    };
  };
  const row = ({ rss, heap, echoes: each, event }: Costs): object => ({
    'KiB of memory for each idle connection': Number((rss / 1024).toFixed(1)),
    'KiB of heap': Number((heap / 1024).toFixed(1)),
    'echoes for each second of CPU': Math.round(each),
    [`ms of CPU for an event to ${listeners}`]: Number(event.toFixed(2)),
  });
  console.table(Object.fromEntries([...runs.keys()].map((name) => [name, row(of(name))])));
  const [bare, ours] = [of('ws alone'), of('@taproot/websocket')];
  const times = {
    'The memory of an idle connection': ours.rss / bare.rss,
    'An echo': bare.echoes / ours.echoes,
    [`An event to ${listeners}`]: ours.event / bare.event,
  };
  return Object.entries(times)
    .filter(([, factor]) => factor > allowed)
    .map(([what, factor]) => `${what} costs ${factor.toFixed(2)} times what it costs with ws alone.`);
};
