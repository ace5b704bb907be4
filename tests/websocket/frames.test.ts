import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Options } from '@taproot/core/plugin';
import { message, socket } from '@taproot/websocket';
import { Random } from '../support/random.ts';
import { type Opened, open } from './support/application.ts';
import { type FrameRow, frameRows, says } from './support/frame-rows.ts';
import { chunked, close, echo, fragments, frame, opcodes, RawSocket } from './support/raw-socket.ts';

const { continuation, text, binary, ping, pong } = opcodes;

const seen = { left: 0 };
let finish = (): void => undefined;

const echoes = socket({
  path: '/echo',
  receives: { echo: { text: 'string' }, wait: {} },
  sends: message<{ echoed: { text: string } }>(),
  on: {
    echo: ({ text: said }, client) => client.send('echoed', { text: said ?? '' }),
    wait: () => new Promise<void>((resolve) => (finish = resolve)),
  },
  left: () => seen.left++,
});

/** Bytes of permessage-deflate. */
const deflated = (what: string | Buffer): Buffer =>
  deflateRawSync(what, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4);

const compressed = { rsv: 4 };
const bomb = deflated(Buffer.alloc(1024 * 1024, 'x'));
const half = deflated(says('in two'));

const bombInFrames = fragments(text, chunked(bomb, 100)).map((each, at) => {
  if (at === 0) each[0] = (each[0] ?? 0) | 0x40;
  return each;
});

const compressedRows: readonly FrameRow[] = [
  ['a message', frame(text, deflated(says('small')), compressed), [echo('small')]],
  ['a message whose echo is above 1 KiB, and so compressed', frame(text, says('x'.repeat(1024))), ['compressed']],
  ['a message that is not compressed', frame(text, says('plain')), [echo('plain')]],
  [
    'a message in two frames',
    [frame(text, half.subarray(0, 9), { ...compressed, fin: false }), frame(continuation, half.subarray(9))],
    [echo('in two')],
  ],
  [
    'a message in two frames, with a ping between',
    [
      frame(text, half.subarray(0, 9), { ...compressed, fin: false }),
      frame(ping),
      frame(continuation, half.subarray(9)),
    ],
    ['pong', echo('in two')],
  ],
  ['nothing', frame(text, '', compressed), ['error E_SOCKET_MESSAGE']],
  [
    'the bit on a later frame',
    [frame(text, '{', { fin: false }), frame(continuation, half, compressed)],
    ['close 1002'],
  ],
  [
    'the bit on both frames',
    [frame(text, half, { ...compressed, fin: false }), frame(continuation, '', compressed)],
    ['close 1002'],
  ],
  ['the bit on a ping', frame(ping, '', compressed), ['close 1002']],
  ['the bit on a pong', frame(pong, '', compressed), ['close 1002']],
  ['the bit on a close', frame(opcodes.close, '', compressed), ['close 1002']],
  ['another bit', frame(text, half, { rsv: 6 }), ['close 1002']],
  ['bytes that are not deflated', frame(text, Buffer.alloc(50, 0xff), compressed), ['close 1007']],
  ['a text that is not compressed, with the bit', frame(text, says('x'), compressed), ['close 1007']],
  ['bytes that are not UTF-8', frame(text, deflated(Buffer.from([0x22, 0xff, 0x22])), compressed), ['close 1007']],
  ['1 MiB in 1 KiB', frame(text, bomb, compressed), ['close 1009']],
  ['1 MiB in many frames', bombInFrames, ['close 1009']],
];

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe.each(['koa', 'fastify'])('frames on %s', (driver) => {
  let opened: Opened;
  let client: RawSocket;

  const serve = async (websocket: Options<'websocket'>): Promise<void> => {
    opened = await open(
      { websocket: { max_rate: null, heartbeat: '1h', ...websocket } },
      (route) => route.socket(echoes),
      driver,
    );
  };

  const enter = async (headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> => {
    client = await RawSocket.enter(Number(new URL(opened.url).port), '/echo', headers);
    return client;
  };

  /** Resolves when no client is left. */
  const empty = async (): Promise<void> => {
    while (opened.app.facades.Sockets().countHere() > 0) await turn();
  };

  /** Sends the bytes of a row, and compares what comes back. */
  const hold = async (bytes: Buffer | readonly Buffer[], expected: readonly string[]): Promise<void> => {
    await client.send(frame(text, says('good')));
    await client.until(echo('good'));
    client.heard.length = 0;
    await client.send(...[bytes].flat());
    const isOver = expected.at(-1)?.startsWith('close') ?? false;
    if (!isOver) {
      await client.send(frame(text, says('still here')));
      await client.until(echo('still here'));
      await client.send(close(1000));
    }
    expect(await client.ended).toEqual(isOver ? expected : [...expected, echo('still here'), 'close 1000']);
    await empty();
    expect(opened.reported).toEqual([]);
  };

  afterEach(() => void client.socket.destroy());

  describe('without extensions', () => {
    beforeAll(() => serve({}));
    afterAll(() => opened.app.close());

    test.each(frameRows)('%s', async (_name, bytes, expected) => {
      await enter();
      await hold(bytes, expected);
    });

    test('2,000 pings of a client that reads their pongs', async () => {
      await enter();
      for (let batch = 0; batch < 40; batch++) {
        await client.send(Buffer.concat(Array.from({ length: 50 }, (_, at) => frame(ping, `${batch}-${at}`))));
        await client.until(`pong ${batch}-49`);
      }
      expect(client.heard).toHaveLength(2000);
      await hold([], []);
    });

    test('10,000 pings at once, and a client that never reads its pongs, are cut', async () => {
      await enter();
      await client.send(Buffer.concat(Array.from({ length: 10_000 }, () => frame(ping))));
      expect((await client.ended).at(-1)).toBe('cut');
      expect(client.heard.length).toBeLessThan(100);
      await enter();
      client.socket.pause();
      const pings = Buffer.concat(Array.from({ length: 50 }, () => frame(ping, 'x'.repeat(125))));
      while (client.socket.writable && opened.app.facades.Sockets().countHere() > 0) {
        client.socket.write(pings);
        await turn();
      }
      await empty();
      expect(opened.reported).toEqual([]);
    });

    test.each([
      ['within a head', Buffer.from([0x81])],
      ['within a length', Buffer.from([0x81, 0xfe, 1])],
      ['within a mask', Buffer.from([0x81, 0x85, 1, 2])],
      ['within a payload', frame(text, says('x')).subarray(0, 20)],
      ['within a message', frame(text, says('x'), { fin: false })],
    ])('a client that leaves %s is gone', async (_where, bytes) => {
      for (const leave of ['end', 'resetAndDestroy'] as const) {
        await enter();
        seen.left = 0;
        await client.send(bytes);
        client.socket[leave]();
        expect(await client.ended).toEqual(['cut']);
        await empty();
        while (seen.left === 0) await turn();
      }
      expect(opened.reported).toEqual([]);
    });

    test('50 good messages with a changed byte, and 50 of any bytes', async () => {
      const random = new Random(50);
      const good = Buffer.concat([
        ...fragments(text, [says('a').subarray(0, 9), says('a').subarray(9)]),
        frame(ping, 'b'),
        frame(binary, 'c'),
        close(4000, 'd'),
      ]);
      for (let round = 0; round < 100; round++) {
        const bytes = round % 2 === 0 ? Buffer.from(good) : Buffer.alloc(64);
        for (let at = 0; at < bytes.length; at++)
          if (round % 2 === 1 || at === round % bytes.length) bytes[at] = random.below(256);
        await enter();
        await client.send(bytes);
        client.socket.end();
        await client.ended;
      }
      await empty();
      expect(opened.reported).toEqual([]);
    });
  });

  describe('with compression', () => {
    beforeAll(() => serve({ compression: true }));
    afterAll(() => opened.app.close());

    test.each(compressedRows)('%s', async (_name, bytes, expected) => {
      await enter({ 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' });
      expect(client.head).toMatch(/sec-websocket-extensions: permessage-deflate/i);
      await hold(bytes, expected);
    });

    test('the bit is refused when the client did not offer it', async () => {
      await enter();
      await hold(frame(text, half, compressed), ['close 1002']);
    });

    test.each([
      ['an offer that is no list', 'Sec-WebSocket-Extensions', 'permessage-deflate;;'],
      ['a window of 99 bits', 'Sec-WebSocket-Extensions', 'permessage-deflate; server_max_window_bits=99'],
      ['a parameter twice', 'Sec-WebSocket-Extensions', 'permessage-deflate; a; a'],
      ['a protocol twice', 'Sec-WebSocket-Protocol', 'chat, chat'],
      ['a protocol that is no name', 'Sec-WebSocket-Protocol', 'chat,,'],
      ['a key of 15 bytes', 'Sec-WebSocket-Key', Buffer.alloc(15).toString('base64')],
      ['a key of 17 bytes', 'Sec-WebSocket-Key', Buffer.alloc(17).toString('base64')],
      ['two keys', 'Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
      ['version 14', 'Sec-WebSocket-Version', '14'],
    ])('a handshake with %s is refused', async (_what, name, value) => {
      expect(await RawSocket.refused(Number(new URL(opened.url).port), '/echo', { [name]: value })).toBe(400);
      expect([opened.app.facades.Sockets().countHere(), opened.reported]).toEqual([0, []]);
    });
  });

  describe('with a heartbeat of 50 ms', () => {
    beforeAll(() => serve({ heartbeat: '50ms' }));
    afterAll(() => opened.app.close());

    test.each([
      ['that ends within a head', Buffer.from([0x81])],
      ['whose payload never comes', frame(text, '', { claimed: 60_000n })],
      ['that is the first part of a message', frame(text, '{', { fin: false })],
    ])('a client that stops with a frame %s is cut', async (_what, bytes) => {
      await enter();
      await client.send(bytes);
      expect((await client.ended).filter((each) => each !== 'ping')).toEqual(['cut']);
      await empty();
      expect(opened.reported).toEqual([]);
    });

    test('a client whose message still runs is not cut, although its pongs are not read', async () => {
      await enter();
      // While a second message waits, nothing is read.
      await client.send(frame(text, '{"event":"wait"}'), frame(text, says('second')));
      for (let beat = 0; beat < 5; beat++) await client.next('ping');
      finish();
      await client.send(frame(pong), frame(text, says('still here')));
      await client.until(echo('still here'));
      expect(client.heard).toContain(echo('still here'));
    });
  });
});
