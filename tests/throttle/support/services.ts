import { connect } from 'node:net';

/** The Redis that the machine or the pipeline provides. */
export const sharedRedis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

const answers = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port || 6379), url.hostname);
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.on('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(false));
  });

/**
 * Whether tests against a real Redis can run. Where services are required (`TAPROOT_SERVICES=required`) its absence is
 * an error, elsewhere they are left out, and that is said.
 */
export const hasRedis = async (): Promise<boolean> => {
  if (await answers(new URL(sharedRedis))) return true;
  const message = `No Redis answers at ${sharedRedis}`;
  if (process.env.TAPROOT_SERVICES === 'required') throw new Error(`${message}, and TAPROOT_SERVICES is "required".`);
  process.stderr.write(`${message}: the tests that need one are left out.\n`);
  return false;
};
