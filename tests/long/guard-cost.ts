import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WireClient, wireRequest } from './support/wire-client.ts';

const fixture = join(import.meta.dirname, 'fixtures', 'guarded-server.ts');
const rounds = 30;
const milliseconds = 400;
const connections = 16;

const asks = {
  'GET JSON': wireRequest('GET', '/items/42'),
  'POST JSON': wireRequest('POST', '/items', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', about: 'n'.repeat(300), tags: ['a', 'b', 'c'] }),
  }),
};

interface Running {
  readonly child: ChildProcess;
  readonly clients: readonly WireClient[];
}

const start = async (guards: 'on' | 'off'): Promise<Running> => {
  const child = fork(fixture, [guards], {
    execArgv: ['-C', 'source', '--import', 'tsx'],
    env: { ...process.env, NODE_OPTIONS: '', APP_ENV: 'testing' },
  });
  const [port] = (await once(child, 'message')) as [number];
  return { child, clients: Array.from({ length: connections }, () => new WireClient(port)) };
};

const cpuOf = async ({ child }: Running): Promise<number> => {
  const answered = once(child, 'message');
  child.send('cpu');
  const [{ user, system }] = (await answered) as [NodeJS.CpuUsage];
  return user + system;
};

/** Microseconds of CPU time for one request, under load for a moment. */
const measure = async (server: Running, message: Buffer): Promise<number> => {
  const before = await cpuOf(server);
  const end = performance.now() + milliseconds;
  let requests = 0;
  const visit = async (client: WireClient): Promise<void> => {
    while (performance.now() < end) {
      const { status } = await client.ask(message);
      if (status >= 300) throw new Error(`answered ${status}`);
      requests++;
    }
  };
  await Promise.all(server.clients.map(visit));
  return ((await cpuOf(server)) - before) / requests;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * What the guards cost: a server with all of them, and the same application without. A saturated server's throughput is
 * one over its CPU time, which other work on the machine disturbs less; rounds alternate, the figure is their median.
 */
export const run = async (): Promise<readonly string[]> => {
  const on = await start('on');
  const off = await start('off');
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const [name, message] of Object.entries(asks)) {
    for (const server of [on, off]) await measure(server, message);
    const times: { on: number; off: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const first = round % 2 === 0;
      const early = await measure(first ? on : off, message);
      const late = await measure(first ? off : on, message);
      times.push(first ? { on: early, off: late } : { on: late, off: early });
    }
    const share = median(times.map((time) => time.off / time.on));
    const us = (what: 'on' | 'off') => `${median(times.map((time) => time[what])).toFixed(1)} us`;
    rows[name] = { 'guards on': us('on'), 'guards off': us('off'), throughput: `${(share * 100).toFixed(0)} %` };
    if (share < 0.9) faults.push(`${name}: ${(share * 100).toFixed(0)} % of the throughput without guards`);
  }
  console.log('The cost of safety: throughput with all guards beside that with none');
  console.table(rows);
  for (const { child, clients } of [on, off]) {
    for (const client of clients) client.close();
    child.disconnect();
  }
  return faults;
};
