import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { program } from '../../support/program.ts';
import { exchange, get, statuses } from './raw-client.ts';

const root = join(import.meta.dirname, '../../..');
const script = program(join(import.meta.dirname, 'starved-server.ts'));

/** Resolves once the socket is connected, or was refused or reset. */
const tried = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve());
    socket.on('error', () => resolve());
  });

test('LC-20 a server out of file descriptors lives, floods no log, and serves again when there are some', async () => {
  const command = `ulimit -n 100 && exec "${process.execPath}" "${script}"`;
  const child = spawn('sh', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  try {
    const port = Number((await lines.next()).value);
    const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map(tried));
    for (const socket of sockets) socket.destroy();
    const began = performance.now();
    expect(statuses(await exchange(port, get('/')))).toEqual([200]);
    expect(performance.now() - began).toBeLessThan(2_000);
    child.kill('SIGTERM');
    expect((await lines.next()).value).toMatch(/^reports=[01]$/);
    expect(await exit).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
}, 30_000);
