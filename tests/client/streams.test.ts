import { expect, test } from '@jest/globals';
import { ApiError, createClient, type ServerEvent } from '@taproot/client';
import { rawServer, reply } from './raw-server.ts';
import { type Api, routes } from './shop/api/routes.js';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const end = '0\r\n\r\n';

const apiOf = ({ url }: { readonly url: string }): Api => createClient({ routes, baseUrl: url, retry: 0 });

const read = async <Data>(events: AsyncIterable<ServerEvent<Data>>): Promise<Data[]> => {
  const read: Data[] = [];
  for await (const { data } of events) read.push(data);
  return read;
};

test('a stream that breaks goes on behind its last id, after the time that the server says', async () => {
  await using server = await rawServer(({ socket, headers }) => {
    const from = Number(headers.get('last-event-id') ?? 0);
    if (from === 4) return `${head}${end}`;
    const events = [1, 2].map((n) => chunk(`retry: 0\nid: ${from + n}\ndata: {"n":${from + n}}\n\n`));
    socket.end(`${head}${events.join('')}`);
    return null;
  });
  expect(await read(await apiOf(server).ticks().data())).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  expect(server.requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([undefined, '2', '4']);
});

test('a server that stops says retry, and the stream goes on; 204 ends it', async () => {
  await using server = await rawServer((_request, count) =>
    count === 3
      ? 'HTTP/1.1 204 No Content\r\n\r\n'
      : `${head}${chunk(`data: {"n":${count}}\n\n`)}${chunk('retry: 0\n\n')}${end}`,
  );
  expect(await read(await apiOf(server).ticks().data())).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a stream without ids that breaks throws what happened', async () => {
  await using server = await rawServer(({ socket }) => {
    socket.end(`${head}${chunk('data: {"n":1}\n\n')}`);
    return null;
  });
  const result = await apiOf(server).ticks();
  if (!result.ok) throw new Error('no stream');
  await expect(read(result.data)).rejects.toMatchObject({ name: 'ApiError', result: { reason: 'network' } });
});

test('an event that is no JSON throws, and the connection is closed', async () => {
  await using server = await rawServer(() => `${head}${chunk('data: <html>\n\n')}`);
  await expect(read(await apiOf(server).ticks().data())).rejects.toBeInstanceOf(ApiError);
});

test('a stream that cannot be had again throws its status', async () => {
  await using server = await rawServer(({ socket }, count) => {
    if (count > 1) return reply(500, '{}');
    socket.end(`${head}${chunk('id: 1\nretry: 0\ndata: {"n":1}\n\n')}`);
    return null;
  });
  await expect(read(await apiOf(server).ticks().data())).rejects.toMatchObject({ result: { reason: 'server' } });
});

test('fields in any cut: line breaks of each kind, several lines, comments, names', async () => {
  const text = ': hi\r\n\r\nevent: a\rdata: {"n":\rdata:1}\r\rid: x\ndata: {"n":2}\n\ndata: {"n":3}';
  for (const size of [1, 2, 5, 1000]) {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    await using server = await rawServer(() => `${head}${pieces.map(chunk).join('')}${end}`);
    const events: unknown[] = [];
    for await (const event of await apiOf(server).ticks().data()) events.push(event);
    expect(events).toEqual([
      { id: '', event: 'a', data: { n: 1 } },
      { id: 'x', event: 'message', data: { n: 2 } },
    ]);
  }
});

test('leaving the loop closes the connection, and so does the signal', async () => {
  const closed: Promise<void>[] = [];
  await using server = await rawServer(({ socket }) => {
    closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
    return `${head}${chunk('id: 1\ndata: {"n":1}\n\n')}`;
  });
  const api = apiOf(server);
  for await (const { data } of await api.ticks().data()) {
    expect(data).toEqual({ n: 1 });
    break;
  }
  await closed[0];
  const abort = new AbortController();
  for await (const _event of await api.ticks({}, { signal: abort.signal }).data()) abort.abort();
  await closed[1];
});
