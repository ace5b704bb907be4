import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { bearer, type ClientSettings, createClient, type Outcome } from '@taproot/client';
import { type RawServer, rawServer, reply } from './raw-server.ts';
import { type Api, routes } from './shop/api/routes.js';

const post = '{"id":1,"title":"A","state":"draft","tags":[],"written":"2026-01-01T00:00:00.000Z"}';
const shown = { ok: true, status: 200, data: { id: 1, title: 'A' } };

const apiOf = (server: { readonly url: string }, options: ClientSettings = {}): Api =>
  createClient({ routes, baseUrl: server.url, retry: 0, ...options });

const show = (api: Api): Promise<Outcome> => api.posts.show({ params: { id: 1 } });

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  process.on('unhandledRejection', note);
});

afterEach(async () => {
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  jest.restoreAllMocks();
  expect(unhandled.splice(0)).toEqual([]);
});

test('an address that nobody answers is lost in the network', async () => {
  const gone = await rawServer(() => null);
  await gone[Symbol.asyncDispose]();
  expect(await show(apiOf(gone))).toMatchObject({ ok: false, status: 0, reason: 'network', response: null });
});

test('a connection that closes before its reply is lost in the network', async () => {
  await using server = await rawServer(({ socket }) => {
    socket.destroy();
    return null;
  });
  expect(await show(apiOf(server))).toMatchObject({ ok: false, reason: 'network', cause: { name: 'TypeError' } });
});

test('HTML in place of JSON is unexpected, and can still be read', async () => {
  await using server = await rawServer(() => reply(200, '<h1>Login</h1>', ['Content-Type: text/html']));
  const result = await show(apiOf(server));
  expect(result).toMatchObject({ ok: false, status: 0, reason: 'unexpected', response: { status: 200 } });
  expect(await result.response?.text()).toBe('<h1>Login</h1>');
});

test('JSON that is cut is unexpected when its length is right, and lost in the network when it is not', async () => {
  await using cut = await rawServer(() => reply(200, post.slice(0, 20)));
  const result = await show(apiOf(cut));
  expect(result).toMatchObject({ ok: false, reason: 'unexpected', cause: { name: 'SyntaxError' } });
  expect(await result.response?.text()).toBe(post.slice(0, 20));

  await using broken = await rawServer(({ socket }) => {
    socket.end(reply(200, post).slice(0, -10));
    return null;
  });
  expect(await show(apiOf(broken))).toMatchObject({ ok: false, reason: 'network' });
});

test.each([
  [418, 'unexpected'],
  [500, 'server'],
  [502, 'server'],
  [201, 'unexpected'],
  [999, 'server'],
])('a status that the document does not know, %i, is %s', async (status, reason) => {
  await using server = await rawServer(() => reply(status, post));
  const result = await show(apiOf(server));
  expect(result).toMatchObject({ ok: false, status: 0, reason, response: { status } });
  expect(await result.response?.json()).toMatchObject({ id: 1 });
});

test('a redirect to another host gets no token and no other header of the caller', async () => {
  await using other = await rawServer(() => reply(200, post));
  await using server = await rawServer(() => reply(302, '', [`Location: ${other.url}/elsewhere`]));
  const api = apiOf(server, { headers: { Authorization: 'Bearer secret', 'X-Key': 'secret', Cookie: 'a=b' } });
  expect(await show(api)).toMatchObject(shown);
  expect(server.requests[0]?.headers.get('x-key')).toBe('secret');
  const got = [...(other.requests[0]?.headers ?? [])].map(([name, value]) => `${name}: ${value}`).join('\n');
  expect(other.requests[0]?.line).toBe('GET /elsewhere');
  expect(got).not.toMatch(/secret|cookie|a=b/);
});

test('a redirect on the same host keeps the token; a POST becomes a GET', async () => {
  await using server = await rawServer(({ line }) =>
    line.endsWith('/moved') ? reply(201, post) : reply(303, '', ['Location: /moved']),
  );
  const api = apiOf(server, { headers: { 'X-Key': 'secret' } });
  expect(await api.posts.store({ body: { title: 'A' } })).toMatchObject({ ok: true, status: 201 });
  expect(server.requests.map(({ line, headers }) => [line, headers.get('x-key')])).toEqual([
    ['POST /posts', 'secret'],
    ['GET /moved', 'secret'],
  ]);
});

test('redirects in a circle end', async () => {
  await using server = await rawServer(() => reply(302, '', ['Location: /again']));
  expect(await show(apiOf(server))).toMatchObject({ ok: false, reason: 'network' });
  expect(server.requests).toHaveLength(11);
});

test('time runs out before the reply and while the body comes', async () => {
  await using silent = await rawServer(() => null);
  expect(await show(apiOf(silent, { timeout: '20ms' }))).toMatchObject({ ok: false, reason: 'timeout' });
  await using slow = await rawServer(() => reply(200, post).slice(0, -10));
  expect(await show(apiOf(slow, { timeout: '50ms' }))).toMatchObject({ ok: false, reason: 'timeout' });
});

test('a function that does not listen to its signal cannot hold the caller', async () => {
  const api = createClient<Api>({ routes, timeout: 0.01, retry: 0, use: () => new Promise(() => undefined) });
  expect(await show(api)).toMatchObject({ ok: false, reason: 'timeout' });
});

test('an abort before, in the middle of, and after the first byte', async () => {
  await using server = await rawServer(({ line }) => (line === 'GET /posts/1' ? reply(200, post).slice(0, -10) : null));
  const api = apiOf(server);
  const before = new AbortController();
  before.abort('first');
  expect(await api.posts.show({ params: { id: 1 } }, { signal: before.signal })).toMatchObject({
    reason: 'aborted',
    cause: 'first',
  });
  expect(server.requests).toHaveLength(0);

  for (const id of [2, 1]) {
    const abort = new AbortController();
    const begun = server.requests.length;
    const pending = api.posts.show({ params: { id } }, { signal: abort.signal });
    while (server.requests.length === begun) await new Promise(setImmediate);
    await new Promise(setImmediate);
    abort.abort();
    expect(await pending).toMatchObject({ ok: false, status: 0, reason: 'aborted' });
  }
});

describe('retries', () => {
  const waits: number[] = [];

  beforeEach(() => {
    waits.length = 0;
    const real = setTimeout;
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, time = 0, ...rest: []) => {
      if (time < 30_000) waits.push(time);
      return real(work, time < 30_000 ? 0 : time, ...rest);
    });
  });

  const failing = (times: number, status: number, headers: string[] = []): Promise<RawServer> =>
    rawServer(({ line }, count) => {
      const good = line.startsWith('POST') ? reply(201, post) : reply(200, post);
      return count > times ? good : reply(status, '{}', ['Content-Type: application/json', ...headers]);
    });

  test('wait as long as 429 asks, in seconds', async () => {
    await using server = await failing(1, 429, ['Retry-After: 3']);
    expect(await show(apiOf(server, { retry: 2 }))).toMatchObject(shown);
    expect(waits).toContain(3250);
  });

  test('and as a date', async () => {
    const date = new Date(Date.now() + 10_000).toUTCString();
    await using server = await failing(1, 503, [`Retry-After: ${date}`]);
    expect(await show(apiOf(server, { retry: 2 }))).toMatchObject(shown);
    expect(waits.some((wait) => wait > 8000 && wait <= 10_250)).toBe(true);
  });

  test('not when they would have to wait for long', async () => {
    await using server = await failing(1, 429, ['Retry-After: 3600']);
    expect(await show(apiOf(server, { retry: 2 }))).toMatchObject({ ok: false, response: { status: 429 } });
    expect(server.requests).toHaveLength(1);
  });

  test('grow, and end with the last result', async () => {
    await using server = await failing(9, 503);
    expect(await show(apiOf(server, { retry: 3 }))).toMatchObject({ ok: false, reason: 'server' });
    expect(server.requests).toHaveLength(4);
    expect(waits.filter((wait) => wait >= 250)).toEqual(expect.arrayContaining([250, 500, 1000]));
  });

  test('are for methods that do no harm, and for POST with a key alone', async () => {
    await using server = await failing(1, 503);
    const api = apiOf(server, { retry: 2 });
    expect(await api.posts.store({ body: { title: 'A' } })).toMatchObject({ ok: false });
    expect(server.requests).toHaveLength(1);
    await using other = await failing(1, 503);
    const options = { headers: { 'Idempotency-Key': 'k' } };
    expect(await apiOf(other, { retry: 2 }).posts.store({ body: { title: 'A' } }, options)).toMatchObject({ ok: true });
    expect(other.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k']);
  });

  test('stop at an abort', async () => {
    const abort = new AbortController();
    await using server = await rawServer(() => {
      abort.abort();
      return reply(503, '{}');
    });
    const result = await apiOf(server, { retry: 5 }).posts.show({ params: { id: 1 } }, { signal: abort.signal });
    expect(result).toMatchObject({ reason: 'aborted' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('tokens', () => {
  const unauthorized = reply(401, '{"message":"No.","code":"E_HTTP_401","request_id":"1"}');
  const guarded = (): Promise<RawServer> =>
    rawServer(({ headers }) => (headers.get('authorization') === 'Bearer new' ? reply(201, post) : unauthorized));

  test('one expired token is refreshed once for twenty waiting calls', async () => {
    await using server = await guarded();
    let token = 'old';
    let refreshed = 0;
    const refresh = async (): Promise<string> => {
      refreshed++;
      await new Promise(setImmediate);
      return (token = 'new');
    };
    const api = apiOf(server, { use: bearer({ token: () => token, refresh }) });
    const results = await Promise.all(Array.from({ length: 20 }, () => api.posts.store({ body: { title: 'A' } })));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(refreshed).toBe(1);
    expect(server.requests).toHaveLength(40);
  });

  test('the token goes with the scheme that is chosen, also a new one', async () => {
    await using server = await rawServer(({ headers }) =>
      headers.get('authorization') === 'Token new' ? reply(200, post) : unauthorized,
    );
    const api = apiOf(server, { use: bearer({ scheme: 'Token', token: () => 'old', refresh: async () => 'new' }) });
    expect(await show(api)).toMatchObject({ ok: true });
    expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Token old', 'Token new']);
  });

  test('without a new one, each call has its 401', async () => {
    await using server = await guarded();
    for (const refresh of [async () => null, () => Promise.reject(new Error('down'))]) {
      const api = apiOf(server, { use: bearer({ token: () => 'old', refresh }) });
      const results = await Promise.all([1, 2, 3].map(() => api.posts.store({ body: { title: 'A' } })));
      for (const result of results) expect(result).toMatchObject({ status: 401, problem: { code: 'E_HTTP_401' } });
    }
  });

  test('a function of use that throws ends the call as a request that was not sent', async () => {
    await using server = await guarded();
    const use = () => Promise.reject(new Error('storage is full'));
    expect(await show(apiOf(server, { use }))).toMatchObject({
      reason: 'request',
      cause: { message: 'storage is full' },
    });
    expect(server.requests).toHaveLength(0);
  });
});

test('204 has no data; an empty 200 where JSON is promised is unexpected', async () => {
  await using server = await rawServer(({ line }) =>
    line.startsWith('DELETE') ? 'HTTP/1.1 204 No Content\r\n\r\n' : reply(200, ''),
  );
  expect(await apiOf(server).nothing()).toMatchObject({ ok: true, status: 204, data: undefined });
  expect(await show(apiOf(server))).toMatchObject({ ok: false, reason: 'unexpected' });
  await using json = await rawServer(() => reply(200, ''));
  expect(await show(apiOf(json))).toMatchObject({ ok: false, reason: 'unexpected', cause: { name: 'SyntaxError' } });
});

test('a stale table never gives a wrong type: another status and another body are unexpected', async () => {
  await using server = await rawServer(({ line }) =>
    line.startsWith('POST') ? reply(202, '{}') : reply(200, 'text', ['Content-Type: text/plain']),
  );
  expect(await apiOf(server).posts.store({ body: { title: 'A' } })).toMatchObject({ ok: false, reason: 'unexpected' });
  expect(await show(apiOf(server))).toMatchObject({ ok: false, reason: 'unexpected' });
});

test('parameters that are missing, or lead to another path, are not sent', async () => {
  await using server = await rawServer(() => reply(200, post));
  const api = apiOf(server);
  const cause = { name: 'TypeError' };
  for (const id of ['', '.', '..']) {
    // @ts-expect-error -- plain JavaScript may give a string
    expect(await api.posts.show({ params: { id } })).toMatchObject({ reason: 'request', cause });
  }
  // @ts-expect-error -- plain JavaScript may leave it out
  expect(await api.posts.show({})).toMatchObject({ reason: 'request', cause });
  expect(await api.tree({ params: { path: 'a/../b' } })).toMatchObject({ reason: 'request', cause });
  expect(server.requests).toHaveLength(0);
  // @ts-expect-error -- plain JavaScript may give a string
  await api.posts.show({ params: { id: 'a/b?c#d' } });
  expect(server.requests[0]?.line).toBe('GET /posts/a%2Fb%3Fc%23d');
});

test('a file of 100 MB is sent with its progress', async () => {
  let received = 0;
  await using server = await rawServer(({ socket }) => {
    socket.removeAllListeners('data');
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (chunk.subarray(-7).toString('latin1') === '\r\n0\r\n\r\n'.slice(-7))
        socket.write(reply(201, '{"title":"A","size":1,"name":"a","photos":0}'));
    });
    return null;
  });
  const steps: number[] = [];
  const size = 100 * 1024 * 1024;
  const cover = new File([new Uint8Array(size)], 'big.bin');
  const result = await apiOf(server).uploads.store(
    { body: { title: 'A', cover } },
    { onProgress: ({ sent, total }) => void steps.push(sent / total) },
  );
  expect(result).toMatchObject({ ok: true, status: 201 });
  // The first bytes came with the head.
  expect(received).toBeGreaterThan(size * 0.99);
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.at(-1)).toBe(1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});

test.each(['a\nX-Admin: 1', 'a\r\nb', 'a\0b', '\u{1f331}'])(
  'a header that cannot be sent, %j, is a fault of the request and not repeated',
  async (value) => {
    let connections = 0;
    await using server = await rawServer(() => {
      connections++;
      return reply(200, post);
    });
    const random = jest.spyOn(Math, 'random');
    const api = apiOf(server, { retry: 2, headers: { 'X-Trace': value } });
    expect(await show(api)).toMatchObject({ ok: false, reason: 'request', cause: { name: 'TypeError' } });
    // A wait before another try is random, or there is none.
    expect([connections, random.mock.calls.length]).toEqual([0, 1]);
  },
);
