import { afterEach, describe, expect, test } from '@jest/globals';
import { socket } from '@taproot/websocket';
import { Client, type Opened, open, refusal, room } from './support/application.ts';

let opened: Opened | null = null;

const begin = async (...args: Parameters<typeof open>): Promise<Opened> => (opened = await open(...args));

afterEach(async () => {
  await opened?.app.close();
  opened = null;
});

describe('messages', () => {
  test('a valid one runs; it reaches the room, and no other', async () => {
    const { url } = await begin();
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    const bob = await Client.enter(`${url}/rooms/1?as=bob`);
    const eve = await Client.enter(`${url}/rooms/2?as=eve`);
    ann.send('say', { text: 'hello' });
    const said = { event: 'said', data: { from: 'ann', text: 'hello' }, id: expect.any(String) };
    expect(await bob.next('said')).toEqual(said);
    expect(await ann.next('said')).toEqual(said);
    eve.send('whisper', { text: 'psst' });
    expect(await eve.next('heard')).toEqual({ event: 'heard', data: { text: 'psst', room: '2' } });
    expect(eve.heard).toEqual([]);
  });

  test.each<[what: string, text: string | Buffer, error: object]>([
    [
      'data that breaks its rules',
      '{"event":"say","data":{"text":"longer than ten"}}',
      { code: 'E_VALIDATION_FAILED', errors: { text: [expect.any(String)] } },
    ],
    ['no data', '{"event":"say"}', { code: 'E_VALIDATION_FAILED', errors: { text: [expect.any(String)] } }],
    ['a list for data', '{"event":"say","data":[1]}', { code: 'E_SOCKET_MESSAGE' }],
    ['a text for data', '{"event":"say","data":"x"}', { code: 'E_SOCKET_MESSAGE' }],
    ['an unknown event', '{"event":"sya"}', { code: 'E_SOCKET_EVENT' }],
    ['an event of every object', '{"event":"constructor"}', { code: 'E_SOCKET_EVENT' }],
    ['no event', '{}', { code: 'E_SOCKET_MESSAGE' }],
    ['null', 'null', { code: 'E_SOCKET_MESSAGE' }],
    ['no JSON', 'hello', { code: 'E_SOCKET_MESSAGE' }],
    ['bytes', Buffer.from('{}'), { code: 'E_SOCKET_MESSAGE' }],
    ['a prototype', '{"event":"say","data":{"__proto__":{}}}', { code: 'E_BODY_KEY' }],
    ['a deep one', `{"event":"say","data":${'['.repeat(100)}${']'.repeat(100)}}`, { code: 'E_BODY_DEPTH' }],
    ['an error of the handler', '{"event":"fail"}', { code: 'E_HTTP_409', message: 'Not now.' }],
    [
      'a fault of the handler, whose text stays here',
      '{"event":"crash"}',
      { code: 'E_HTTP_500', message: 'Internal Server Error' },
    ],
  ])('%s is answered, and the connection stays', async (_what, text, error) => {
    const { url } = await begin({ app: { debug: false } });
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    ann.ws.send(text);
    expect((await ann.next('error')).data).toMatchObject(error);
    ann.send('whisper', { text: 'still here' });
    expect((await ann.next('heard')).data).toEqual({ text: 'still here', room: '1' });
  });

  test('one runs after the other', async () => {
    const { url } = await begin();
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    for (let at = 0; at < 40; at++) ann.send('whisper', { text: String(at) });
    for (let at = 0; at < 40; at++) expect((await ann.next('heard')).data).toEqual({ text: String(at), room: '1' });
  });
});

describe('joining', () => {
  test('an error of join is an HTTP reply, and so are a wrong path and a plain request', async () => {
    const { url, app } = await begin();
    expect(await refusal(`${url}/rooms/1`)).toBe(401);
    expect(await refusal(`${url}/halls/1`)).toBe(404);
    const plain = await fetch(`${url.replace('ws', 'http')}/rooms/1?as=ann`);
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
    expect(app.facades.Sockets().countHere()).toBe(0);
  });

  test('leaving runs `left`, and the connections are counted by room', async () => {
    const { url, app } = await begin();
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    const bob = await Client.enter(`${url}/rooms/1?as=bob`);
    await Client.enter(`${url}/rooms/2?as=eve`);
    const sockets = app.facades.Sockets();
    expect([
      sockets.countHere(),
      sockets.countHere(room.of({ room: 1 })),
      sockets.countHere(room.of({ room: 3 })),
    ]).toEqual([3, 2, 0]);
    ann.ws.close();
    expect((await bob.next('left')).data).toEqual({ from: 'ann' });
    expect(sockets.countHere()).toBe(2);
  });

  test('a client that comes back gets what it missed, or `missed`', async () => {
    const { url, app } = await begin({ broadcast: { max_history: 3 } });
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    const send = (text: string) => app.facades.Broadcast().send(room.of({ room: 1 }), 'said', { from: 'app', text });
    await send('first');
    const { id = '' } = await ann.next('said');
    ann.ws.terminate();
    await send('second');
    const again = await Client.enterAfter(`${url}/rooms/1?as=ann`, id);
    expect((await again.next('said')).data).toEqual({ from: 'app', text: 'second' });
    for (const text of ['3', '4', '5', '6']) await send(text);
    const late = await Client.enterAfter(`${url}/rooms/1?as=ann`, id);
    expect(await late.next('missed')).toEqual({ event: 'missed', data: null });
    await late.next('said');
  });
});

describe('limits', () => {
  test('a message that is too long closes with 1009', async () => {
    const { url, reported } = await begin({ websocket: { max_message: 100 } });
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    ann.send('say', { text: 'x'.repeat(200) });
    expect(await ann.closed).toBe(1009);
    expect(reported).toEqual([]);
  });

  test('too many messages are refused, and a flood closes with 1008', async () => {
    const { url } = await begin({ websocket: { max_rate: 5 } });
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    for (let at = 0; at < 11; at++) ann.send('whisper', { text: String(at) });
    expect(await ann.closed).toBe(1008);
    expect(ann.heard.filter(({ event }) => event === 'heard')).toHaveLength(5);
    expect(ann.heard.filter(({ event }) => event === 'error')).toHaveLength(5);
  });

  test('a client that does not read is cut, and reported', async () => {
    const { url, app, reported } = await begin({ websocket: { max_backlog: 100_000, max_rate: null } });
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    ann.ws.pause();
    const [client] = app.facades.Sockets().findHere(() => true);
    const text = JSON.stringify({ event: 'x', data: 'x'.repeat(50_000) });
    while (reported.length === 0) {
      client?.write(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(reported[0]).toMatchObject({ code: 'E_SOCKET_BACKLOG' });
    while (app.facades.Sockets().countHere() > 0) await new Promise((resolve) => setImmediate(resolve));
    ann.ws.terminate();
  });

  test('a client that does not answer pings is cut', async () => {
    const { url, app } = await begin({ websocket: { heartbeat: 0.05 } });
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    ann.ws.pause();
    while (app.facades.Sockets().countHere() > 0) await new Promise((resolve) => setImmediate(resolve));
    ann.ws.terminate();
  });
});

test.each([
  ['/rooms/{room:[0-9]{1,3}}', 'rooms.7'],
  ['/rooms/{room:a/b|7}/', 'rooms.7'],
  ['/{room}.ws', '7.ws'],
])('the channel of %s', (path, name) => {
  const declared = socket({ path, receives: {}, on: {} });
  expect(declared.of({ room: 7 }).name).toBe(name);
});

test('a path with an optional parameter is refused', () => {
  expect(() => socket({ path: '/rooms/{room?}', receives: {}, on: {} })).toThrow('optional parameter');
});

describe('ends', () => {
  test('disconnect() closes the clients that it finds', async () => {
    const { url, app } = await begin();
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    const bob = await Client.enter(`${url}/rooms/1?as=bob`);
    const isAnn = ({ ctx }: { readonly ctx: { request(): { query(name: string): string } } }): boolean =>
      ctx.request().query('as') === 'ann';
    expect(app.facades.Sockets().disconnectHere(isAnn, 4001, 'logged out')).toBe(1);
    expect(await ann.closed).toBe(4001);
    bob.send('whisper', { text: 'here' });
    await bob.next('heard');
  });

  test('a message that a client sends right before its close runs; its reply is not sent', async () => {
    const { url } = await begin();
    const ann = await Client.enter(`${url}/rooms/1?as=ann`);
    const bob = await Client.enter(`${url}/rooms/1?as=bob`);
    ann.send('whisper', { text: 'psst' }).send('say', { text: 'bye' }).ws.close(1000);
    expect(await ann.closed).toBe(1000);
    expect((await bob.next('said')).data).toEqual({ from: 'ann', text: 'bye' });
    expect(ann.heard).toEqual([]);
  });

  test('a shutdown tells every client 1001', async () => {
    const { url, app } = await begin();
    const clients = await Promise.all(
      Array.from({ length: 50 }, (_, at) => Client.enter(`${url}/rooms/${at % 5}?as=a`)),
    );
    expect(await app.close()).toEqual([]);
    expect(new Set(await Promise.all(clients.map(({ closed }) => closed)))).toEqual(new Set([1001]));
  });

  test.each([
    [{ max_message: 0 }, 'max_message'],
    [{ max_backlog: 1.5 }, 'max_backlog'],
    [{ max_rate: -1 }, 'max_rate'],
    [{ heartbeat: 0 }, 'heartbeat'],
  ])('%j stops the boot', async (websocket, setting) => {
    await expect(open({ websocket })).rejects.toThrow(`"websocket.${setting}"`);
  });
});
