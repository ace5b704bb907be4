import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exchange, RawClient, statuses } from '../routing/server/raw-client.ts';
import { leavesAtEveryByte, PipelinedServer, pipelinedTraffic, readsNothing } from './support/pipelined.ts';

const MiB = 1024 * 1024;

const get = (path: string, id: string, ...headers: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${['Host: x', `X-N: ${id}`, ...headers].join('\r\n')}\r\n\r\n`;

const post = (path: string, id: string, body: string, ...headers: string[]): string =>
  `POST ${path} HTTP/1.1\r\n${['Host: x', `X-N: ${id}`, `Content-Length: ${body.length}`, ...headers].join('\r\n')}\r\n\r\n${body}`;

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  let server: PipelinedServer;

  beforeAll(async () => {
    server = await PipelinedServer.start(driver);
  });
  afterAll(() => server.stop());

  test('PL-01 requests behind one whose Expect was not answered with 100 are not served, and the process lives', async () => {
    const text = `${get('/nothing', 'a', 'Expect: 100-continue')}${post('/', 'b', '{}')}${get('/nothing', 'c')}{}`;
    await server.held();
    for (let round = 0; round < 5; round++) expect(statuses(await exchange(server.port, text))).toEqual([404]);
    expect((await server.held()).executed).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  test('PL-02 half an upload behind a slow request, whose client leaves, does not end the process', async () => {
    const upload = 'POST /upload HTTP/1.1\r\nHost: x\r\nX-N: b\r\nContent-Type: multipart/form-data; boundary=B\r\n';
    for (const half of [
      'Content-Length: 900\r\n\r\n--B\r\nContent-Dis',
      'Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n',
    ])
      for (let round = 0; round < 5; round++) {
        const client = await RawClient.open(server.port);
        await client.flush(get('/late', 'a') + upload + half);
        client.socket.destroy();
        await server.held();
      }
    expect(server.ended).toBeNull();
  });

  test('PL-03 PL-04 clients that send 63 KB of requests for a file, and read nothing, hold a file each', async () => {
    const { descriptors, bytes } = await readsNothing(server);
    // Four connections and four files.
    expect(descriptors).toBeLessThanOrEqual(8);
    expect(bytes).toBeLessThan(60 * MiB);
  }, 30_000);

  test('PL-05 what follows an answer that closes is not executed', async () => {
    await server.held();
    const large = post('/json', 'a', 'u'.repeat(70_000), 'Content-Type: application/x-unknown');
    const six = Array.from({ length: 6 }, (_, n) =>
      post('/json', `b${n}`, '{"name":"Ada"}', 'Content-Type: application/json'),
    );
    expect(statuses(await exchange(server.port, large + six.join('')))).toEqual([415]);
    expect((await server.held()).executed).toEqual(['a']);
    expect(statuses(await exchange(server.port, post('/closes', 'c', '') + six.join('')))).toEqual([200]);
    expect((await server.held()).executed).toEqual(['c']);
  });

  test('generated sequences of requests leave nothing behind, and none runs that cannot be answered', async () => {
    const { faults, executed, statuses: seen } = await pipelinedTraffic(server, 400, 7);
    expect(faults).toEqual([]);
    expect(executed).toBeGreaterThan(50);
    expect(seen).toEqual(expect.arrayContaining(['200', '400', '404']));
  }, 60_000);

  test('a client that leaves after any ninth byte of a sequence leaves nothing behind', async () => {
    expect(await leavesAtEveryByte(server, 9)).toEqual([]);
  }, 60_000);
});

test.each(['koa', 'fastify'])(
  'the pipeline of %s holds the same',
  async (driver) => {
    const server = await PipelinedServer.start(driver, { native: true });
    try {
      expect((await pipelinedTraffic(server, 50, 11)).faults).toEqual([]);
    } finally {
      await server.stop();
    }
  },
  60_000,
);
