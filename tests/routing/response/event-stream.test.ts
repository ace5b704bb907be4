import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, jest, test } from '@jest/globals';
import type { ServerSentEvent } from '@taproot/core/plugin';
import { errors } from '../../../plugins/routing/src/errors.ts';
import { eventStream, formatEvent } from '../../../plugins/routing/src/response/event-stream.ts';

const collect = async (stream: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of stream) text += piece;
  return text;
};

describe('formatEvent', () => {
  test.each<[event: ServerSentEvent | string, wire: string]>([
    ['hello', 'data: hello\n\n'],
    ['', 'data: \n\n'],
    ['a\nb\rc\r\nd', 'data: a\ndata: b\ndata: c\ndata: d\n\n'],
    ['\n', 'data: \ndata: \n\n'],
    [' led', 'data:  led\n\n'],
    [{ data: { a: '1\n2' } }, 'data: {"a":"1\\n2"}\n\n'],
    [{ data: 7 }, 'data: 7\n\n'],
    [{ data: null }, 'data: null\n\n'],
    [{ data: undefined }, 'data: \n\n'],
    [{ data: 'x', event: 'tick', id: '9', retry: 0 }, 'event: tick\nid: 9\nretry: 0\ndata: x\n\n'],
    [{ data: 'x', retry: 5 }, 'retry: 5000\ndata: x\n\n'],
    [{ data: 'x', retry: '250ms' }, 'retry: 250\ndata: x\n\n'],
    [{ id: '9' }, 'id: 9\n\n'],
    [{ data: 'x', id: '' }, 'id: \ndata: x\n\n'],
    ['data: x\n\nevent: forged', 'data: data: x\ndata: \ndata: event: forged\n\n'],
  ])('%j', (event, wire) => {
    expect(formatEvent(event)).toBe(wire);
  });

  test.each<ServerSentEvent>([
    { data: 'x', event: 'a\ndata: forged' },
    { data: 'x', event: 'a\r' },
    { data: 'x', id: 'a\nb' },
    { data: 'x', id: 'a\0' },
    { data: 'x', retry: -1 },
    { data: 'x', retry: Number.POSITIVE_INFINITY },
  ])('refuses %j', (event) => {
    expect(() => formatEvent(event)).toThrow(expect.objectContaining({ code: 'E_EVENT_INVALID' }));
  });

  test.each([Number.NaN, '5' as '5s', '5 seconds' as '5s'])('refuses %p as the time to connect again', (retry) => {
    expect(() => formatEvent({ data: 'x', retry })).toThrow(expect.objectContaining({ code: 'E_DURATION_INVALID' }));
  });
});

describe('eventStream', () => {
  /** A source that gives one event, then waits until it is told to go on. */
  const patient = () => {
    let closed = (): void => undefined;
    let goOn = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    async function* events(): AsyncGenerator<string> {
      try {
        yield 'first';
        await waiting;
        yield 'second';
      } finally {
        closed();
      }
    }
    return { events: events(), isClosed, goOn };
  };

  test('takes lists, generators and asynchronous generators', async () => {
    expect(await collect(eventStream(['a', { data: 1, event: 'n' }]))).toBe(':\n\ndata: a\n\nevent: n\ndata: 1\n\n');
    async function* later(): AsyncGenerator<string> {
      yield await Promise.resolve('b');
    }
    expect(await collect(eventStream(later()))).toBe(':\n\ndata: b\n\n');
  });

  test('sends a comment for every heartbeat without an event, then the event', async () => {
    const { events, goOn } = patient();
    const stream = eventStream(events, { heartbeat: 1 });
    await stream.next();
    expect((await stream.next()).value).toBe('data: first\n\n');
    expect((await stream.next()).value).toBe(':\n\n');
    expect((await stream.next()).value).toBe(':\n\n');
    goOn();
    expect(await collect(stream)).toMatch(/^(?::\n\n)*data: second\n\n$/);
  });

  test('sends its comment after 15 s, when nothing else is said', async () => {
    jest.useFakeTimers();
    try {
      const { events } = patient();
      const stream = eventStream(events);
      await stream.next();
      await stream.next();
      let said = false;
      const next = stream.next().finally(() => (said = true));
      await jest.advanceTimersByTimeAsync(14_999);
      expect(said).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect((await next).value).toBe(':\n\n');
    } finally {
      jest.useRealTimers();
    }
  });

  test('closes its source when it is ended early', async () => {
    const { events, isClosed } = patient();
    for await (const piece of eventStream(events)) {
      if (piece === ':\n\n') continue;
      expect(piece).toBe('data: first\n\n');
      break;
    }
    await isClosed;
  });

  test('F-3: begins with a comment, before its source gives anything', async () => {
    let asked = false;
    const source = {
      [Symbol.asyncIterator]: () => source,
      next: () => {
        asked = true;
        return new Promise<IteratorResult<string>>(() => undefined);
      },
    };
    const stream = eventStream(source);
    expect([await stream.next(), asked]).toEqual([{ done: false, value: ':\n\n' }, false]);
    await stream.return?.();
  });

  test('ends at once when its signal is aborted, though the source still waits', async () => {
    const { events, isClosed, goOn } = patient();
    const abort = new AbortController();
    const stream = eventStream(events, { signal: abort.signal });
    await stream.next();
    await stream.next();
    const next = stream.next();
    abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    goOn();
    await isClosed;
  });

  test('its last words are when to come back, if the application closes, and none for a client that left', async () => {
    const last = async (reason: unknown, retry: number | undefined): Promise<unknown> => {
      const abort = new AbortController();
      const stream = eventStream(patient().events, { signal: abort.signal, ...(retry !== undefined && { retry }) });
      await stream.next();
      await stream.next();
      const next = stream.next();
      abort.abort(reason);
      const { value } = await next;
      expect(await stream.next()).toEqual({ done: true, value: undefined });
      return value;
    };
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
    try {
      expect(await last(errors.E_SERVER_CLOSING(), undefined)).toBe('retry: 1500\n\n');
      expect(await last(errors.E_SERVER_CLOSING(), 4000)).toBe('retry: 6000\n\n');
      expect(await last(errors.E_CLIENT_LEFT(), undefined)).toBeUndefined();
    } finally {
      random.mockRestore();
    }
  });

  test('a failing source fails the stream, an invalid event too and closes the source', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield await Promise.resolve('a');
      throw new Error('gone');
    }
    await expect(collect(eventStream(failing()))).rejects.toThrow('gone');
    let closed = false;
    function* invalid(): Generator<ServerSentEvent> {
      try {
        yield { data: 'x', id: '\n' };
      } finally {
        closed = true;
      }
    }
    await expect(collect(eventStream(invalid()))).rejects.toMatchObject({ code: 'E_EVENT_INVALID' });
    expect(closed).toBe(true);
  });

  test('over a socket: events arrive one by one, and a client that leaves closes the source', async () => {
    const { events, isClosed, goOn } = patient();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const server = createServer((_req, res) => {
      const abort = new AbortController();
      res.once('close', () => abort.abort());
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      pipeline(Readable.from(eventStream(events, { signal: abort.signal })), res).then(end, end);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}`, { signal: client.signal });
    const reader = response.body?.getReader();
    const read = async (): Promise<string> => Buffer.from((await reader?.read())?.value ?? []).toString();
    let received = '';
    while (received.length < 15) received += await read();
    expect(received).toBe(':\n\ndata: first\n\n');
    client.abort();
    await reader?.closed.catch(() => undefined);
    // The stream has ended although its source still waits.
    await ended;
    goOn();
    await isClosed;
    server.closeAllConnections();
    server.close();
  });
});
