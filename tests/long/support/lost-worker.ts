import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { openRoom, type RoomClient } from './room-clients.ts';
import { WorkerServer } from './worker-server.ts';

/** What was seen of a room that lost a worker, and then ended. */
export interface LostWorker {
  /** Clients whose connection was lost with the worker. */
  readonly lost: number;
  /** Clients that got an event twice, in another order, or not at all without `missed`. */
  readonly wrong: number;
  /** Clients that were told `missed`. */
  readonly missed: number;
  /** How many of them got each code then. */
  readonly lostCodes: Readonly<Record<string, number>>;
  /** Milliseconds until all clients were back. */
  readonly back: number;
  /** How many clients got each code at SIGTERM. */
  readonly codes: Readonly<Record<string, number>>;
  /** Milliseconds until the last of them. */
  readonly ended: number;
  /** The exit code. */
  readonly exit: number | null;
}

/** Resolves when `holds` does, or after 20 s. */
export const eventually = async (holds: () => boolean): Promise<void> => {
  for (let wait = 0; wait < 1000 && !holds(); wait++) await pause(20);
};

// An event whose sender got no answer is sent again, and is then two events with two ids.
const isWrong = ({ heard, ids, missed }: RoomClient, count: number): boolean => {
  const inOrder = heard.every((n, at) => n >= (heard[at - 1] ?? 0));
  return !inOrder || ids.size < heard.length || (new Set(heard).size < count && missed === 0);
};

/** How many clients had each code as their first one. */
const codesOf = (clients: readonly RoomClient[]): Record<string, number> => {
  const codes: Record<string, number> = {};
  for (const client of clients) {
    const code = String(client.codes[0]);
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
};

/**
 * Many clients over two workers and Redis. Sends `events` to their room; after a third of them, one worker is killed by SIGKILL, or the server
 * replaces both by SIGHUP. At the end the server gets SIGTERM.
 */
export const loseWorker = async (
  count: number,
  events: number,
  how: 'SIGKILL' | 'SIGHUP' = 'SIGKILL',
): Promise<LostWorker> => {
  const prefix = `sockets:${randomBytes(4).toString('hex')}`;
  const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
  const server = new WorkerServer({ FIXTURE_WORKERS: '2', FIXTURE_PREFIX: prefix }, 'socket-server.ts');
  let clients: RoomClient[] = [];
  try {
    const port = await server.open();
    clients = await openRoom(count, `ws://127.0.0.1:${port}/rooms/7`);
    const [victim] = clients;
    const lost = how === 'SIGHUP' ? clients : clients.filter(({ pid }) => pid === victim?.pid);
    let back = 0;
    let reloaded: Promise<void> | null = null;
    for (let n = 1; n <= events; n++) {
      if (n === Math.ceil(events / 3)) {
        const began = performance.now();
        if (how === 'SIGHUP') reloaded = server.reload();
        else process.kill(victim?.pid ?? 0, 'SIGKILL');
        void eventually(() =>
          lost.every(({ connection, codes }) => codes.length > 0 && connection.state === 'open'),
        ).then(() => (back = performance.now() - began));
      }
      await ask(port, `/rooms/7/${n}`, 'POST');
    }
    await eventually(() => clients.every(({ heard }) => heard.at(-1) === events));
    const wrong = clients.filter((client) => isWrong(client, events)).length;
    const missed = clients.filter((client) => client.missed > 0).length;
    await eventually(() => back > 0);
    await reloaded;
    const lostCodes = codesOf(lost);
    for (const { codes } of clients) codes.length = 0;
    const began = performance.now();
    let ended = 0;
    const exited = server.end();
    await eventually(() => clients.every(({ codes }) => codes.length > 0));
    ended = performance.now() - began;
    const codes = codesOf(clients);
    return { lost: lost.length, lostCodes, wrong, missed, back, codes, ended, exit: await exited };
  } finally {
    for (const { connection } of clients) connection.close();
    if (server.child.exitCode === null) server.child.kill('SIGKILL');
    for (const key of await redis.keys(`${prefix}*`)) await redis.del(key);
    redis.disconnect();
  }
};

/** The reply to a request, by whichever worker answers. A killed worker takes connections with it, so a request is sent again. */
export const ask = async (port: number, path: string, method = 'GET'): Promise<unknown> => {
  for (;;) {
    try {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(1000),
      });
      if (reply.ok) return await reply.json();
    } catch {
      await pause(10);
    }
  }
};
