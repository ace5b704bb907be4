import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { readArrived, takeArrived } from '../../../plugins/routing/src/body/take-arrived.ts';

const limit = { bytes: 100, setting: 'body_limit' } as const;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends text to a server, and resolves to its request at the moment Node tells of it. */
const requestOf = (text: string): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    const server = createServer((req) => resolve(req));
    server.listen(0, '127.0.0.1', () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      closing.push(() => {
        socket.destroy();
        server.close();
      });
    });
  });

const head = (field: string): string => `POST / HTTP/1.1\r\nHost: a.test\r\n${field}\r\n\r\n`;

test('a body that came with its headers is taken whole, and the request ends as any other', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  const bytes = await takeArrived(req, limit);
  expect([String(bytes), req.complete, req.readableEnded]).toEqual(['hello', true, true]);
});

test('so is one that nobody asked for until it was complete', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  while (!req.complete) await new Promise(setImmediate);
  const bytes = await takeArrived(req, limit);
  expect(String(bytes)).toBe('hello');
  while (!req.readableEnded) await new Promise(setImmediate);
});

test.each([
  ['that is still on its way', `${head('Content-Length: 6')}hello`],
  ['in chunks', `${head('Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`],
  ['beyond the limit', `${head('Content-Length: 101')}${'x'.repeat(101)}`],
])('one %s is left alone', async (_what, text) => {
  const req = await requestOf(text);
  expect(takeArrived(req, limit)).toBeNull();
  expect(req.readableDidRead).toBe(false);
});

test('so is one that somebody reads already, or that was cut off', async () => {
  const read = await requestOf(`${head('Content-Length: 5')}hello`);
  read.on('data', () => undefined);
  expect(takeArrived(read, limit)).toBeNull();
  const gone = await requestOf(`${head('Content-Length: 5')}hello`);
  gone.destroy();
  expect(takeArrived(gone, limit)).toBeNull();
});

const refuse = (): never => {
  throw new Error('no');
};

test('a body is read once its request has ended', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  const ends: boolean[] = [];
  const text = await readArrived(req, limit, (bytes) => {
    ends.push(req.readableEnded);
    return String(bytes);
  });
  expect([text, ends]).toEqual(['hello', [true]]);
});

test('what reading it throws rejects, and nothing else hears of it', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  await expect(readArrived(req, limit, refuse)).rejects.toThrow('no');
  expect([req.complete, req.readableEnded]).toEqual([true, true]);
});

test('a client that leaves before the end of its request rejects', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  const reading = readArrived(req, limit, String);
  req.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'E_BODY_ABORTED' });
});
