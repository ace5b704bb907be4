import { once } from 'node:events';
import { WebSocket } from 'ws';
import { WorkerServer } from './support/worker-server.ts';

const idle = 2000;
const echoes = 40_000;
const events = 50;
const listeners = 1000;
/** What an event to all may cost, beside ws alone. */
const allowed = 1.15;

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
const openAll = async (count: number, port: number): Promise<WebSocket[]> => {
  const clients: WebSocket[] = [];
  while (clients.length < count) {
    const more = Array.from({ length: 100 }, () => new WebSocket(`ws://127.0.0.1:${port}/rooms/7?as=a`));
    await Promise.all(more.map((ws) => once(ws, 'message')));
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

const cost = async (fixture: string) => {
  const server = new WorkerServer({ FIXTURE_WORKERS: '0', NODE_OPTIONS: '--expose-gc' }, fixture);
  try {
    const port = await server.open();
    // The first ones load the code.
    for (const ws of await openAll(100, port)) ws.terminate();
    const empty = await usage(port);
    const clients = await openAll(idle, port);
    const full = await usage(port);
    const few = clients.slice(0, 50);
    for (const ws of clients.slice(listeners)) ws.terminate();
    const echo = async (count: number): Promise<number> => {
      const before = await usage(port);
      const all = heard(few, count);
      for (const ws of few) {
        let left = count / few.length;
        const send = (): void => {
          if (left-- > 0) ws.send('{"event":"echo","data":{"text":"hello, everybody"}}');
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

/** The costs of a connection: memory of an idle one, echoes, and an event to 1,000, beside ws alone. */
export const run = async (): Promise<readonly string[]> => {
  const bare = await cost('bare-socket-server.ts');
  const ours = await cost('socket-server.ts');
  const row = ({ rss, heap, echoes: each, event }: typeof ours): object => ({
    'KiB of memory for each idle connection': Number((rss / 1024).toFixed(1)),
    'KiB of heap': Number((heap / 1024).toFixed(1)),
    'echoes for each second of CPU': Math.round(each),
    [`ms of CPU for an event to ${listeners}`]: Number(event.toFixed(2)),
  });
  console.table({ 'ws alone': row(bare), '@taproot/websocket': row(ours) });
  const times = ours.event / bare.event;
  return times > allowed
    ? [`An event to ${listeners} costs ${times.toFixed(2)} times what it costs with ws alone.`]
    : [];
};
