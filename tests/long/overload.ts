import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { program } from '../support/program.ts';
import { type Outcome, openLoop, percentile } from './support/open-loop.ts';
import { peerPackages } from './support/tools.ts';

const fixture = program(join(import.meta.dirname, 'fixtures', 'overload-server.ts'));
/** Milliseconds after which clients give up. */
const patience = 3000;
const loads = [0.5, 1, 2, 4];

interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  /** Whether the figures are held to what is asked. */
  readonly held: boolean;
}

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

const contenders = (): readonly Contender[] => {
  const peer = join(peerPackages(), '..', 'overload-server.mjs');
  return [
    { name: 'Taproot on Koa', command: [fixture, 'koa', 'on'], held: true },
    { name: 'Taproot on Fastify', command: [fixture, 'fastify', 'on'], held: true },
    { name: 'Taproot on Koa, overload: null', command: [fixture, 'koa', 'off'], held: false },
    { name: 'Taproot on Fastify, overload: null', command: [fixture, 'fastify', 'off'], held: false },
    { name: 'Fastify with @fastify/under-pressure', command: [peer, 'fastify'], held: false },
    { name: 'AdonisJS', command: [peer, 'adonis'], held: false },
  ];
};

const start = async ({ command }: Contender): Promise<Server> => {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'ignore'] });
  if (child.stdout === null) throw new Error('A pipe was asked for.');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, port: Number(line.toString()) };
};

/** Requests each second that are served to a few clients, each of which waits for its answer. */
const capacityOf = async ({ port }: Server, path: string, clients: number): Promise<number> => {
  const end = performance.now() + 5000;
  let served = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`);
      await reply.text();
      if (reply.ok) served++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return served / 5;
};

/** Milliseconds of the slowest probe while `work` runs; Infinity for one that was not answered with 200. */
const slowestProbe = async ({ port }: Server, work: Promise<unknown>): Promise<number> => {
  let slowest = 0;
  const loaded = new AbortController();
  void work.finally(() => loaded.abort());
  while (!loaded.signal.aborted) {
    const began = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${port}/health/live`, {
      signal: AbortSignal.timeout(patience),
    }).catch(() => ({ status: 0 }));
    slowest = Math.max(slowest, status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return Math.round(slowest);
};

/**
 * `seconds` under each load: a handler of 5 ms of processor time and one of 50 ms in PostgreSQL,
 * offered up to four times what they can do; here, without protection, and by others.
 */
export const run = async (seconds = 60): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const [path, clients] of [
    ['/cpu', 4],
    ['/pool', 10],
  ] as const) {
    // The work is the same everywhere, and so is what is offered: some refuse already when they are no more than busy.
    let capacity = 0;
    for (const contender of contenders()) {
      const server = await start(contender);
      const own = await capacityOf(server, path, clients);
      capacity ||= own;
      const rows: Record<string, object> = {};
      for (const load of loads) {
        const sending = { port: server.port, path, patience, keeps: false };
        const loaded = openLoop({ ...sending, rate: capacity * load, seconds });
        const probe = await slowestProbe(server, loaded);
        const outcome: Outcome = await loaded;
        await new Promise((resolve) => setTimeout(resolve, 2000));
        const after = await openLoop({ ...sending, rate: capacity / 2, seconds: 2 });
        const goodput = outcome.served / seconds / Math.min(capacity, capacity * load);
        rows[`${load} x`] = {
          'served of possible': goodput.toFixed(2),
          refused: outcome.refused,
          lost: outcome.lost,
          'p99 served': percentile(outcome.times, 0.99),
          'p50 refused': percentile(outcome.refusals, 0.5),
          'p99 refused': percentile(outcome.refusals, 0.99),
          'slowest probe': probe,
          'served 2 s later': (after.served / after.sent).toFixed(2),
        };
        if (!contender.held) continue;
        const where = `${contender.name} ${path} at ${load}`;
        if (goodput < 0.9) faults.push(`${where}: served ${goodput.toFixed(2)} of what is possible`);
        if (percentile(outcome.times, 0.99) > 1000) faults.push(`${where}: p99 ${percentile(outcome.times, 0.99)} ms`);
        if (after.served < after.sent * 0.9) faults.push(`${where}: ${after.served} of ${after.sent} 2 s later`);
        if (probe > 1000) faults.push(`${where}: a probe took ${probe} ms`);
      }
      console.log(
        `${contender.name} ${path}, ${Math.round(own)} requests a second to ${clients} clients, ${Math.round(capacity)} taken as what it can do`,
      );
      console.table(rows);
      server.process.kill('SIGKILL');
      if (server.process.stdout !== null) await text(server.process.stdout).catch(() => '');
    }
  }
  return faults;
};
