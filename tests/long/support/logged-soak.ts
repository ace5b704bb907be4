import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { program } from '../../support/program.ts';
import { WireClient, wireRequest } from './wire-client.ts';

const fixture = program(join(import.meta.dirname, '..', 'fixtures', 'logged-server.ts'));

/** What was measured; `unread` is the part during which nobody read the log. */
export interface LoggedSoak {
  readonly requests: number;
  readonly perSecond: number;
  readonly lines: number;
  readonly failed: number;
  /** Bytes of RSS after a fifth of the requests, and after all of them. */
  readonly before: number;
  readonly after: number;
  readonly batches: number;
  readonly unread: { readonly requests: number; readonly lines: number; readonly dropped: number };
}

/** A collector that takes everything, and counts what it took. */
const collect = async () => {
  let batches = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      batches++;
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    taken: () => batches,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** So many requests with log and otel on while the log is read, then a tenth of them while it is not. */
export const loggedSoak = async (requests: number, connections = 32): Promise<LoggedSoak> => {
  const collector = await collect();
  const child = fork(fixture, [collector.url], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('The server has no output.');
  let lines = 0;
  let dropped = 0;
  createInterface({ input: stdout }).on('line', (line) => {
    if (line.includes('"route":"/items/{id}"')) lines++;
    else dropped += Number(/"(\d+) lines were dropped/.exec(line)?.[1] ?? 0);
  });
  const [port] = (await once(child, 'message')) as [number];
  const held = async (): Promise<number> => {
    const answered = once(child, 'message');
    child.send('held');
    return ((await answered) as [number])[0];
  };
  const clients = Array.from({ length: connections }, () => new WireClient(port));
  let asked = 0;
  let failed = 0;
  const until = async (end: number): Promise<void> => {
    const visit = async (client: WireClient): Promise<void> => {
      while (asked < end) {
        const { status } = await client.ask(wireRequest('GET', `/items/${asked++ % 1000}`));
        if (status !== 200) failed++;
      }
    };
    await Promise.all(clients.map(visit));
  };
  /** Lines that are read or counted as dropped come to so many, or no more of them come for two seconds. */
  const accounted = async (count: number): Promise<void> => {
    const seen = (): number => lines + dropped;
    for (let last = -1; seen() < count && seen() !== last; await pause(2000)) last = seen();
  };

  await until(requests / 5);
  const before = await held();
  const began = performance.now();
  await until(requests);
  const perSecond = Math.round((requests * 0.8) / ((performance.now() - began) / 1000));
  const after = await held();
  await accounted(requests);
  const read = lines;
  stdout.pause();
  await until(requests * 1.1);
  stdout.resume();
  await accounted(requests * 1.1 - (requests - read));
  const unread = { requests: Math.round(requests * 0.1), lines: lines - read, dropped };
  for (const client of clients) client.close();
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
  collector.close();
  return { requests, perSecond, lines: read, failed, before, after, batches: collector.taken(), unread };
};
