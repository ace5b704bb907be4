import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PipelinedServer, pipelinedTraffic } from '../hostile/support/pipelined.ts';

const folder = join(import.meta.dirname, '..', '..', 'tools', 'runtimes');
const binary = (name: string): string => join(folder, 'node_modules', name, 'bin', 'node');

const nodes: Readonly<Record<string, string>> = {
  [`Node ${process.versions.node.split('.')[0]}`]: process.execPath,
  'Node 22': binary('node22'),
  'Node 24': binary('node24'),
  'Node 26': binary('node26'),
};

/** Raw pipelined traffic to each driver, with and without its native pipeline, on each Node. */
export const run = async (requests = 100_000): Promise<readonly string[]> => {
  if (!existsSync(binary('node26'))) spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const [name, node] of Object.entries(nodes))
    for (const driver of ['koa', 'fastify'])
      for (const native of [false, true]) {
        const server = await PipelinedServer.start(driver, { native, node });
        const result = await pipelinedTraffic(server, native ? Math.ceil(requests / 10) : requests, 7);
        const label = `${name}, ${driver}${native ? ' with its pipeline' : ''}`;
        rows[label] = { executed: result.executed, faults: result.faults.length, statuses: result.statuses.join(' ') };
        faults.push(...result.faults.map((fault) => `${label}: ${fault}`));
        await server.stop();
      }
  console.table(rows);
  return faults;
};
