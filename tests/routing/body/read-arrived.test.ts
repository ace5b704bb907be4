import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { readArrived } from '../../../plugins/routing/src/body/take-arrived.ts';

const limit = { bytes: 100, setting: 'body_limit' } as const;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A request that came in one piece with its body, at the moment Node tells of it. */
const arrived = (): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    const server = createServer((req) => resolve(req));
    server.listen(0, '127.0.0.1', () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\n\r\nhello');
      closing.push(() => {
        socket.destroy();
        server.close();
      });
    });
  });

const refuse = (): never => {
  throw new Error('no');
};

test('a body is read once its request has ended', async () => {
  const req = await arrived();
  const ends: boolean[] = [];
  const text = await readArrived(req, limit, (bytes) => {
    ends.push(req.readableEnded);
    return String(bytes);
  });
  expect([text, ends]).toEqual(['hello', [true]]);
});

test('what reading it throws rejects, and nothing else hears of it', async () => {
  const req = await arrived();
  await expect(readArrived(req, limit, refuse)).rejects.toThrow('no');
  expect([req.complete, req.readableEnded]).toEqual([true, true]);
});

test('a client that leaves before the end of its request rejects', async () => {
  const req = await arrived();
  const reading = readArrived(req, limit, String);
  req.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'E_BODY_ABORTED' });
});
