import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { readRawBody } from '../../../plugins/routing/src/body/read-bytes.ts';
import { takeArrived } from '../../../plugins/routing/src/body/take-arrived.ts';
import { hasTaken } from '../../../plugins/routing/src/server/end-politely.ts';
import { httpConfig } from './support.ts';

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

test('a body that came with its headers is taken whole', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  expect([String(takeArrived(req, 100)), hasTaken(req)]).toEqual(['hello', true]);
  while (!req.complete) await new Promise(setImmediate);
  expect(hasTaken(req)).toBe(true);
});

test('a body is taken when it was complete before anything read it', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  while (!req.complete) await new Promise(setImmediate);
  expect(String(takeArrived(req, 100))).toBe('hello');
});

test.each(['end', 'close'])('a listener of "%s" on the request is called', async (event) => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  const heard = new Promise((resolve) => req.on(event, resolve));
  expect(takeArrived(req, 100)).toBeNull();
  expect(String(await readRawBody(req, httpConfig(), null))).toBe('hello');
  await heard;
  expect(req.readableEnded).toBe(true);
});

test.each([
  ['that is still on its way', `${head('Content-Length: 6')}hello`],
  ['in chunks', `${head('Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`],
  ['beyond the limit', `${head('Content-Length: 101')}${'x'.repeat(101)}`],
])('one %s is left alone', async (_what, text) => {
  const req = await requestOf(text);
  expect(takeArrived(req, 100)).toBeNull();
  expect([req.readableDidRead, hasTaken(req)]).toEqual([false, false]);
});

test('a body that is being read already, or was cut off, is not taken', async () => {
  const read = await requestOf(`${head('Content-Length: 5')}hello`);
  read.on('data', () => undefined);
  expect(takeArrived(read, 100)).toBeNull();
  const gone = await requestOf(`${head('Content-Length: 5')}hello`);
  gone.destroy();
  expect(takeArrived(gone, 100)).toBeNull();
});
