import { once } from 'node:events';
import { truncateSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allClosed, openFiles } from '../../routing/support/open-files.ts';
import type { HostileApplication } from '../wire/application.ts';

const MiB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that something still holds. Not of the process: how long Node keeps what has passed through differs by version. */
const held = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** A client that takes one byte a second, as far as the system lets it. */
const byteByByte = async (port: number, path: string): Promise<Socket> => {
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: Buffer.alloc(1),
      callback: () => {
        setTimeout(() => socket.destroyed || socket.resume(), 1000).unref();
        return false;
      },
    },
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
};

/**
 * Bytes that so many clients cost who take one byte a second of 100 MiB; `serve` asks for something else before and
 * meanwhile. Resolves once they have left, and no file is open for them.
 */
export const slowReaders = async (
  { port, directory }: HostileApplication,
  readers: number,
  serve: () => Promise<unknown>,
): Promise<number> => {
  const folder = join(directory, 'public');
  writeFileSync(join(folder, 'huge.bin'), '');
  truncateSync(join(folder, 'huge.bin'), 100 * MiB);
  const sockets = [await byteByByte(port, '/static/huge.bin')];
  // The code that serves them is not their cost.
  for (let round = 0; round < 20; round++) await serve();
  const before = held();
  while (sockets.length <= readers)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => byteByByte(port, '/static/huge.bin')))));
  while (openFiles(folder).length <= readers) await wait(20);
  for (let round = 0; round < 20; round++) await serve();
  const grown = held() - before;
  for (const socket of sockets) socket.destroy();
  await allClosed(folder);
  return grown;
};
