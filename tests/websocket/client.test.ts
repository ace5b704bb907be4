import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Connection, type ConnectOptions, connect, type Unsent } from '@taproot/client/socket';
import { WebSocket, WebSocketServer } from 'ws';
import { type Opened, open, room } from './support/application.ts';

let opened: Opened | null = null;
const connections: Connection<typeof room>[] = [];
/** The sockets below the connections, to cut them as a network does. */
const sockets: WebSocket[] = [];

class Kept extends WebSocket {
  constructor(url: string) {
    super(url);
    sockets.push(this);
  }
}

const connectTo = (url: string, options: ConnectOptions = {}): Connection<typeof room> => {
  const connection = connect<typeof room>(url, { WebSocket: Kept, wait: '1ms', ...options });
  connections.push(connection);
  return connection;
};

/** Resolves with the next message of this event. */
const next = (
  connection: Connection<typeof room>,
  event: 'said' | 'heard' | 'joined' | 'missed' | 'error',
): Promise<unknown> =>
  new Promise((resolve) => {
    const stop = connection.on(event, (data) => {
      stop();
      resolve(data);
    });
  });

/** Resolves with the data of the next messages of this event. */
const nextOnes = (connection: Connection<typeof room>, event: 'said' | 'heard', count: number): Promise<unknown[]> =>
  new Promise((resolve) => {
    const all: unknown[] = [];
    const stop = connection.on(event, (data) => {
      if (all.push(data) < count) return;
      stop();
      resolve(all);
    });
  });

const say = (text: string) => opened?.app.facades.Broadcast().send(room.of({ room: 1 }), 'said', { from: 'app', text });

afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await opened?.app.close();
  opened = null;
  sockets.length = 0;
});

test('messages go both ways, typed by the declaration', async () => {
  opened = await open();
  const ann = connectTo(`${opened.url}/rooms/1`, { query: { as: 'ann' } });
  ann.send('say', { text: 'hello' });
  expect(await next(ann, 'said')).toEqual({ from: 'ann', text: 'hello' });
  ann.send('say', { text: 'longer than ten' });
  expect(await next(ann, 'error')).toMatchObject({
    code: 'E_VALIDATION_FAILED',
    errors: { text: [expect.any(String)] },
  });
  // @ts-expect-error no such event
  ann.on('sad', () => undefined);
  // @ts-expect-error a number
  void (() => ann.send('say', { text: 1 }));
  // @ts-expect-error no such event
  void (() => ann.send('said', { text: 'x' }));
  // @ts-expect-error no such field
  ann.on('said', ({ txt }) => txt);
});

describe('a connection that is lost', () => {
  test('comes back, and gets each event once', async () => {
    opened = await open();
    const ann = connectTo(`${opened.url}/rooms/1?as=ann`);
    const heard: string[] = [];
    let wake = (): void => undefined;
    ann.on('said', ({ text }) => {
      heard.push(text);
      wake();
    });
    await next(ann, 'joined');
    for (let at = 0; at < 40; at++) {
      await say(String(at));
      if (at % 10 === 5) sockets.at(-1)?.terminate();
    }
    while (heard.length < 40) await new Promise<void>((resolve) => (wake = resolve));
    expect(heard).toEqual(Array.from({ length: 40 }, (_, at) => String(at)));
    expect(sockets.length).toBeGreaterThan(1);
  });

  test('learns by `missed` that events are no longer kept', async () => {
    opened = await open({ broadcast: { max_history: 2 } });
    let mayReturn = (): void => undefined;
    let gate = Promise.resolve();
    const ann = connectTo(`${opened.url}/rooms/1`, { query: () => gate.then(() => ({ as: 'ann' })) });
    await next(ann, 'joined');
    const first = next(ann, 'said');
    await say('first');
    await first;
    gate = new Promise((resolve) => (mayReturn = resolve));
    sockets[0]?.terminate();
    for (const text of ['2', '3', '4', '5']) await say(text);
    const told = next(ann, 'missed');
    const kept = next(ann, 'said');
    mayReturn();
    await told;
    // That the client left is an event of the room as well.
    expect([
      { from: 'app', text: '4' },
      { from: 'app', text: '5' },
    ]).toContainEqual(await kept);
  });

  test('asks for its query each time, also when that fails', async () => {
    opened = await open();
    const tokens = ['ann', null, 'bob'];
    const ann = connectTo(`${opened.url}/rooms/1`, {
      query: () => {
        const token = tokens.shift();
        if (token === null) throw new Error('the server of tokens is down');
        return { as: token };
      },
    });
    await next(ann, 'joined');
    const again = next(ann, 'joined');
    sockets[0]?.terminate();
    await again;
    ann.send('say', { text: 'x' });
    expect(await next(ann, 'said')).toEqual({ from: 'bob', text: 'x' });
  });

  test('keeps messages until it is back: the newest ones, and tells of the others', async () => {
    opened = await open();
    const dropped: Unsent[] = [];
    let mayBegin = (): void => undefined;
    const gate = new Promise<object>((resolve) => (mayBegin = () => resolve({})));
    const ann = connectTo(`${opened.url}/rooms/1?as=ann`, {
      query: () => gate.then(() => ({})),
      queue: 2,
      onDropped: (message) => dropped.push(message),
    });
    for (const text of ['1', '2', '3']) ann.send('whisper', { text });
    mayBegin();
    expect(await nextOnes(ann, 'heard', 2)).toEqual(['2', '3'].map((text) => ({ text, room: '1' })));
    expect(dropped).toEqual([{ event: 'whisper', data: { text: '1' } }]);
    ann.close();
    ann.send('whisper', { text: '4' });
    expect([ann.state, dropped.at(-1)]).toEqual(['closed', { event: 'whisper', data: { text: '4' } }]);
  });

  test('stays closed when the application says so', async () => {
    opened = await open();
    const ended = new Promise((resolve) => {
      const ann = connectTo(`${opened?.url}/rooms/1?as=ann`, {
        onState: (state, code, reason) => state === 'closed' && resolve([code, reason]),
      });
      ann.on('joined', () => opened?.app.facades.Sockets().disconnectHere(() => true, 4001, 'logged out'));
    });
    expect(await ended).toEqual([4001, 'logged out']);
    expect(sockets).toHaveLength(1);
  });

  test('is given up when the server shows no sign of life', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    server.on('connection', (ws) => ws.send('{"event":"joined","data":null}'));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const ann = connectTo(`ws://127.0.0.1:${port}/`, { heartbeat: '20ms' });
    await next(ann, 'joined');
    await next(ann, 'joined');
    expect(sockets.length).toBeGreaterThan(1);
    ann.close();
    for (const ws of server.clients) ws.terminate();
    await new Promise((resolve) => server.close(resolve));
  });

  test('is given up when it does not open in time', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    const held: Socket[] = [];
    server.on('connection', (connection) => held.push(connection));
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const reasons: string[] = [];
    const ann = await new Promise<Connection<typeof room>>((resolve) => {
      const connection = connectTo(`ws://127.0.0.1:${port}/`, {
        timeout: '20ms',
        onState: (state, _code, reason) => {
          if (state === 'waiting' && reasons.push(reason) === 2) resolve(connection);
        },
      });
    });
    expect(reasons).toEqual(['not opened in time', 'not opened in time']);
    ann.close();
    for (const connection of held) connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  test('lives on while the server answers', async () => {
    opened = await open();
    const ann = connectTo(`${opened.url}/rooms/1?as=ann`, { heartbeat: '20ms' });
    await next(ann, 'joined');
    for (let beat = 0; beat < 5; beat++) {
      const [socket] = sockets;
      if (socket !== undefined) await once(socket, 'message');
    }
    expect(sockets).toHaveLength(1);
  });
});
