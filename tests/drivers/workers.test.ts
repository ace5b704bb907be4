import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { workerCount } from '../../core/src/run/serve-process.ts';
import { restartUnderLoad } from '../long/support/rolling-restart.ts';
import { WireClient, wireRequest } from '../long/support/wire-client.ts';
import { WorkerServer } from '../long/support/worker-server.ts';

// Each server is three processes.
const patience = 120_000;

/** Asks over a fresh connection, which any of the workers may get. */
const ask = async (port: number, target: string): Promise<string> => {
  const client = new WireClient(port);
  const { body } = await client.ask(wireRequest('GET', target));
  client.close();
  return body;
};

const pidOf = async (port: number): Promise<number> => (JSON.parse(await ask(port, '/')) as { pid: number }).pid;

describe('a server of workers', () => {
  let server: WorkerServer;
  let port = 0;

  beforeAll(async () => {
    server = new WorkerServer();
    port = await server.open();
  }, patience);
  afterAll(async () => {
    if (server.child.exitCode === null) await server.end('SIGKILL');
  });

  test('serves one port from all of them, and says once where', async () => {
    const pids = new Set(await Promise.all(Array.from({ length: 8 }, () => pidOf(port))));
    expect([pids.size, pids.has(server.child.pid ?? 0)]).toEqual([2, false]);
    expect(server.output.match(/listens on/g)).toHaveLength(1);
  });

  test('workers that count together admit no more than the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask(port, '/limited')));
    expect(answers.filter((answer) => answer === '{"admitted":true}')).toHaveLength(50);
  });

  test(
    'a worker that dies is replaced, and that is told',
    async () => {
      const before = new Set(await Promise.all(Array.from({ length: 8 }, () => pidOf(port))));
      await expect(ask(port, '/die')).rejects.toThrow('closed unanswered');
      await server.until(() => /E_WORKER_LOST: Worker \d+ ended unexpectedly with SIGKILL/.test(server.errors));
      let pid = await pidOf(port);
      while (before.has(pid)) pid = await pidOf(port);
    },
    patience,
  );

  test(
    'no request fails or is sent again while workers are replaced under load, not even a slow one; SIGTERM ends them all with 0',
    async () => {
      const slow = Promise.all([ask(port, '/slow'), ask(port, '/slow')]);
      const { failed, repeated, processes } = await restartUnderLoad(server, port, 1, 200, 8);
      expect([failed, repeated, processes, await slow]).toEqual([[], 0, 4, ['slow', 'slow']]);
      expect(await server.end('SIGINT')).toBe(0);
    },
    patience,
  );
});

test(
  'workers that cannot start explain why, and end the server with 1',
  async () => {
    const server = new WorkerServer({ FIXTURE_BROKEN: 'yes' });
    await expect(server.open()).rejects.toThrow('E_WORKER_START');
    expect(server.child.exitCode).toBe(1);
    expect(server.errors).toContain('broken');
  },
  patience,
);

test('WORKERS is a number from 0, or "auto"', () => {
  expect([workerCount('3'), workerCount(0)]).toEqual([3, 0]);
  expect(workerCount('auto')).toBeGreaterThan(0);
  for (const value of ['many', '-1', '1.5', ' ', 'NaN', '1025'])
    expect(() => workerCount(value)).toThrow('The number of workers is');
});
