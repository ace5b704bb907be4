import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { program } from '../../support/program.ts';
import type { Random } from '../../support/random.ts';
import { WireClient, wireRequest } from './wire-client.ts';

const fixture = program(join(import.meta.dirname, '..', 'fixtures', 'shutdown-server.ts'));
const boundary = 'soak-boundary';
const idle = 10;
/** Milliseconds a request may take. */
const longest = 1000;

/** What became of the requests in flight when a server was told to end. */
export interface Shutdown {
  /** Requests that were not answered to their end, or wrongly. */
  readonly faults: readonly string[];
  /** Milliseconds from SIGTERM to the end of the process. */
  readonly ended: number;
  /** Milliseconds from SIGTERM until connections without a request were closed. */
  readonly idleClosed: number;
  readonly code: number | null;
}

const expectReply = (kind: string, status: number, body: string, expected: string): string[] =>
  status === 200 && body === expected ? [] : [`${kind}: ${status} ${body.slice(0, 100)}`];

const wait = async (client: WireClient, ms: number): Promise<string[]> => {
  const { status, body } = await client.ask(wireRequest('GET', `/wait/${ms}`));
  return expectReply('wait', status, body, 'waited');
};

const stream = async (client: WireClient, ms: number): Promise<string[]> => {
  const { status, body } = await client.ask(wireRequest('GET', `/stream/${ms}`));
  return expectReply('stream', status, body, 'piece 0\npiece 1\npiece 2\npiece 3\npiece 4\n');
};

/** An upload that takes its time: five pieces of 4 kB. */
const upload = async (client: WireClient, ms: number): Promise<string[]> => {
  const pieces = 5;
  const piece = 'x'.repeat(4096);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const length = head.length + pieces * piece.length + tail.length;
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Content-Length': String(length) };
  const asked = client.ask(Buffer.concat([wireRequest('POST', '/upload', { headers }), Buffer.from(head)]));
  const sent = (async () => {
    for (let count = 0; count < pieces; count++) {
      await pause(ms / pieces);
      client.continue(piece);
    }
    client.continue(tail);
  })();
  const [{ status, body }] = await Promise.all([asked, sent]);
  return expectReply('upload', status, body, JSON.stringify({ bytes: pieces * piece.length }));
};

/** Ends a server by SIGTERM at a random moment, with so many requests in flight: 10 % uploads, 10 % streams. */
export const shutDown = async (driver: string, inFlight: number, random: Random): Promise<Shutdown> => {
  const child = fork(fixture, [driver], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '', APP_ENV: 'testing' },
  });
  const [port] = (await once(child, 'message')) as [number];
  const clients = Array.from({ length: inFlight }, () => new WireClient(port));
  const idlers = Array.from({ length: idle }, () => new WireClient(port));
  await Promise.all([...clients, ...idlers].map((client) => client.connect()));
  await Promise.all(idlers.map((client) => wait(client, 0)));

  const fire = async (client: WireClient, at: number): Promise<string[]> => {
    const ms = random.below(longest);
    const kind = at % 10 === 0 ? upload : at % 10 === 1 ? stream : wait;
    try {
      return await kind(client, ms);
    } catch (error) {
      return [`${kind.name}: ${String(error)}`];
    }
  };
  const replies = Promise.all(clients.map(fire));
  await pause(random.below(longest));
  const began = performance.now();
  const since = () => performance.now() - began;
  const exited = once(child, 'exit');
  const idleClosed = Promise.all(idlers.map((client) => client.closed())).then(since);
  child.kill('SIGTERM');
  const [code] = (await exited) as [number | null];
  const ended = since();
  return { faults: (await replies).flat(), ended, idleClosed: await idleClosed, code };
};
