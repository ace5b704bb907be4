import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { hasCode } from '@taproot/core';

// Below the ports that systems give away themselves, to `listen(0)` and to outgoing connections (Linux from 32768, others
// from 49152), and of each worker of jest its own: nobody else comes upon one between the probe and its use, or while its
// server is down. None of them is refused by fetch().
const perWorker = 1000;
const first = 20_000 + perWorker * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 12);

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
};

/** A port of 127.0.0.1 nobody listens on, for a server that has to be told one. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(first, first + perWorker);
    if (await isFree(port)) return port;
  }
};
