import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Connection, connect } from '@taproot/client/socket';
import { Redis } from 'ioredis';
import { WebSocket } from 'ws';
import type { hall } from '../fixtures/socket-server.ts';
import { ask, eventually } from './lost-worker.ts';
import { WorkerServer } from './worker-server.ts';

/** What was seen of rooms with members that lost a worker, and then ended. */
export interface LostMembers {
  /** Members whose connection was lost with the worker. */
  readonly lost: number;
  /** Milliseconds after the kill until the lists of all rooms had the living members alone. */
  readonly gone: number;
  /** Living clients whose own list, from `members` and `presence`, then was another one. */
  readonly stale: number;
  /** Rooms whose list was not whole when all clients were back. */
  readonly partial: number;
  /** Clients whose own list was not whole when all clients were back. */
  readonly unsure: number;
  /** Clients that got an event twice, in another order, or not at all without `missed`. */
  readonly wrong: number;
  /** Clients that were told `missed`. */
  readonly missed: number;
  /** How many clients got each code at SIGTERM. */
  readonly codes: Readonly<Record<string, number>>;
  /** Milliseconds until the last of them. */
  readonly ended: number;
  /** The exit code. */
  readonly exit: number | null;
  /** Processes and members that Redis still had at the end. */
  readonly kept: number;
}

interface Member {
  readonly id: string;
  readonly hall: number;
  readonly connection: Connection<typeof hall>;
  readonly heard: number[];
  readonly codes: number[];
  /** The members that it was told of. */
  readonly list: Set<string>;
  missed: number;
  pid: number;
}

/** The clients that lost their connection wait here until the test lets them back. */
interface Gate {
  open: Promise<void>;
}

const enter = (port: number, at: number, halls: number, gate: Gate): Promise<Member> =>
  new Promise((resolve) => {
    const id = `m${at}`;
    const codes: number[] = [];
    const connection = connect<typeof hall>(`ws://127.0.0.1:${port}/halls/${at % halls}`, {
      WebSocket,
      wait: '200ms',
      timeout: 5,
      query: () => gate.open.then(() => ({ as: id })),
      onState: (state, code) => void (state === 'waiting' && codes.push(code)),
    });
    const member: Member = { id, hall: at % halls, connection, heard: [], codes, list: new Set(), missed: 0, pid: 0 };
    connection.on('members', (members) => {
      member.list.clear();
      for (const each of members) member.list.add(each.id);
    });
    connection.on('presence', ({ joined, left }) => {
      for (const each of left) member.list.delete(each.id);
      for (const each of joined) member.list.add(each.id);
    });
    connection.on('said', ({ n }) => void member.heard.push(n));
    connection.on('missed', () => member.missed++);
    connection.on('joined', () => connection.send('where', {}));
    connection.on('here', ({ pid }) => {
      member.pid = pid;
      resolve(member);
    });
  });

const isWrong = ({ heard, missed }: Member, events: number): boolean =>
  heard.some((n, at) => at > 0 && n <= (heard[at - 1] ?? 0)) || (heard.length < events && missed === 0);

/** The lists of members of all rooms. */
const lists = async (port: number, halls: number): Promise<string[][]> => {
  const all: string[][] = [];
  for (let at = 0; at < halls; at++) all.push(((await ask(port, `/halls/${at}/members`)) as string[]).sort());
  return all;
};

const listsOf = (members: readonly Member[], halls: number): string[][] => {
  const all = Array.from({ length: halls }, (): string[] => []);
  for (const { id, hall: of } of members) all[of]?.push(id);
  return all.map((ids) => ids.sort());
};

const knows = ({ list, hall: of }: Member, expected: readonly string[][]): boolean =>
  isDeepStrictEqual([...list].sort(), expected[of]);

/**
 * Many members in rooms over two workers and Redis, with a lease of 900 ms. One worker is killed by SIGKILL, and its clients stay away until the
 * lists were read. They come back, and at the end the server gets SIGTERM. Each room gets `events` in each of the three times.
 */
export const loseMembers = async (count: number, halls: number, events: number): Promise<LostMembers> => {
  const prefix = `halls:${randomBytes(4).toString('hex')}`;
  const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
  const server = new WorkerServer({ FIXTURE_WORKERS: '2', FIXTURE_PREFIX: prefix }, 'socket-server.ts');
  const members: Member[] = [];
  const gate: Gate = { open: Promise.resolve() };
  let sent = 0;
  try {
    const port = await server.open();
    const say = async (): Promise<void> => {
      for (const last = sent + events; sent < last; ) {
        sent++;
        for (let at = 0; at < halls; at++) await ask(port, `/halls/${at}/${sent}`, 'POST');
      }
    };
    while (members.length < count) {
      const more = Array.from({ length: Math.min(50, count - members.length) }, (_, at) => members.length + at);
      members.push(...(await Promise.all(more.map((at) => enter(port, at, halls, gate)))));
    }
    await say();

    const victim = members[0]?.pid ?? 0;
    const lost = members.filter(({ pid }) => pid === victim);
    const living = members.filter(({ pid }) => pid !== victim);
    let back = (): void => undefined;
    gate.open = new Promise((resolve) => (back = resolve));
    const killed = performance.now();
    process.kill(victim, 'SIGKILL');
    const left = listsOf(living, halls);
    let seen: string[][] = [];
    for (let tries = 0; tries < 400 && !isDeepStrictEqual(seen, left); tries++) seen = await lists(port, halls);
    const gone = isDeepStrictEqual(seen, left) ? performance.now() - killed : Number.POSITIVE_INFINITY;
    await eventually(() => living.every((member) => knows(member, left)));
    const stale = living.filter((member) => !knows(member, left)).length;
    await say();

    back();
    await eventually(() => members.every(({ connection }) => connection.state === 'open'));
    await say();
    const all = listsOf(members, halls);
    await eventually(() => members.every((member) => knows(member, all) && member.heard.at(-1) === sent));
    const whole = await lists(port, halls);
    const partial = whole.filter((ids, at) => !isDeepStrictEqual(ids, all[at])).length;
    const unsure = members.filter((member) => !knows(member, all)).length;
    const wrong = members.filter((member) => isWrong(member, sent)).length;
    const missed = members.filter((member) => member.missed > 0).length;

    for (const { codes } of members) codes.length = 0;
    const began = performance.now();
    const exited = server.end();
    await eventually(() => members.every(({ codes }) => codes.length > 0));
    const ended = performance.now() - began;
    const codes: Record<string, number> = {};
    for (const member of members) codes[String(member.codes[0])] = (codes[String(member.codes[0])] ?? 0) + 1;
    const exit = await exited;
    const kept = (await redis.keys(`${prefix}:members*`)).length;
    return { lost: lost.length, gone, stale, partial, unsure, wrong, missed, codes, ended, exit, kept };
  } finally {
    for (const { connection } of members) connection.close();
    if (server.child.exitCode === null) server.child.kill('SIGKILL');
    for (const key of await redis.keys(`${prefix}*`)) await redis.del(key);
    redis.disconnect();
  }
};
