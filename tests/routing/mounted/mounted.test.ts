import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { http } from '@taproot/testing';
import express from 'express';
import type { HttpSettings } from '../../../plugins/routing/src/config.ts';
import { Admission } from '../../../plugins/routing/src/http/admission.ts';
import { drivers } from '../../support/drivers.ts';
import { bootRoutes } from '../../support/serve.ts';
import { closeServers, httpConfig, openServer } from '../server/open-server.ts';
import { exchange, get, jsonOf, statuses } from '../server/raw-client.ts';

describe.each(drivers)('plugins.md 2: an application mounted in another server, on the %s driver', (driver) => {
  let server: Server | null = null;
  let app: Application | null = null;
  const order: string[] = [];

  /** The address of somebody's server that hands its requests to an application which listens nowhere. */
  const mount = async (register: (route: RootRouter) => void, config = {}): Promise<string> => {
    order.length = 0;
    app = await bootRoutes(register, {
      driver,
      config: { http: { listen: false }, ...config },
      apply: ({ hooks, facades }) => {
        hooks.start.tap('test', () => void order.push('start'));
        hooks.shutdown.tap('test', () => void order.push('shutdown'));
        facades.Http().hooks.listening.tap('test', () => void order.push('listening'));
      },
    });
    await app.open();
    server = createServer(app.facades.Http().listener);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  afterEach(async () => {
    await app?.close();
    await new Promise((resolve) => server?.close(resolve).closeAllConnections());
  });

  test('starts without listening', async () => {
    const url = await mount((route) => route.get('/', (ctx) => ctx.response().string(200, 'ok')));
    expect(await (await fetch(url)).text()).toBe('ok');
    expect([order, app?.facades.Http().address]).toEqual([['start'], null]);
    await expect(app?.open()).rejects.toMatchObject({ code: 'E_APP_OPENED' });
  });

  test('drains: close() waits for requests in flight, answers new ones with 503, then closes its plugins', async () => {
    let answer = (): void => undefined;
    let arrived = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const url = await mount((route) =>
      route.get('/slow', async (ctx) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
          arrived();
        });
        order.push('answered');
        return ctx.response().string(200, 'slow');
      }),
    );
    const slow = fetch(`${url}/slow`);
    await isThere;
    const closing = app?.close();
    const late = await fetch(`${url}/slow`, { method: 'POST', body: 'unread' });
    expect([late.status, late.headers.get('retry-after'), late.headers.get('connection')]).toEqual([503, '1', 'close']);
    expect(await late.json()).toEqual({ message: 'The server is closing.', code: 'E_SERVER_CLOSING' });
    answer();
    expect(await (await slow).text()).toBe('slow');
    await closing;
    expect(order).toEqual(['start', 'answered', 'shutdown']);
    expect((await fetch(url)).status).toBe(503);
  });

  test('cuts what is not answered in time', async () => {
    let arrived = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const url = await mount(
      (route) =>
        route.get('/never', () => {
          arrived();
          return new Promise(() => undefined);
        }),
      { app: { shutdown_timeout: 0.2 } },
    );
    const never = fetch(`${url}/never`);
    await isThere;
    expect(await app?.close()).toEqual([]);
    await expect(never).rejects.toThrow();
  });

  test('a stream has room for listeners of middleware that wait for its end', async () => {
    const seen: boolean[] = [];
    const url = await mount((route) =>
      route.get('/', (ctx) => {
        const res = ctx.response().writer();
        for (let at = 0; at < 8; at++) res.once('close', () => undefined);
        return ctx.response().stream(200, async function* () {
          yield 'a';
          seen.push(res.listenerCount('close') <= res.getMaxListeners());
        });
      }),
    );
    expect(await (await fetch(url)).text()).toBe('a');
    expect(seen).toEqual([true]);
  });

  test('ends its event streams at once', async () => {
    const url = await mount((route) =>
      route.get('/', (ctx) =>
        ctx.response().eventStream({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
      ),
    );
    const events = await fetch(url);
    await app?.close();
    expect(await events.text()).toMatch(/^:\n\nretry: \d+\n\n$/);
  });

  test('is closed for requests in process, too', async () => {
    await mount((route) => route.get('/', (ctx) => ctx.response().string(200, 'ok')));
    const client = http(app as Application);
    await client.get('/').assertOk();
    await app?.close();
    await client.get('/').assertStatus(503);
  });
});

describe('D-6: an application that Express mounts below a prefix', () => {
  const seen = (route: RootRouter): void => {
    route
      .get('/users/{id}', (ctx) => ({
        url: ctx.request().url(),
        full: ctx.request().fullUrl(),
        path: ctx.request().path(),
      }))
      .name('user');
    route.get('/to', (ctx) => ctx.response().redirect(302, ctx.request().query('to')));
    route.get('/named', (ctx) => ctx.response().redirectToRoute('user', { id: 7 }));
    route.redirect('/old', '/users/7');
  };

  const mounted = async (prefix: string, config = {}) => {
    const app = await bootRoutes(seen, { config: { http: { listen: false }, ...config } });
    await app.open();
    const outer = express();
    outer.use(prefix, app.facades.Http().listener);
    const server = createServer(outer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      [Symbol.asyncDispose]: async () => {
        await app.close();
        await new Promise((resolve) => server.close(resolve).closeAllConnections());
      },
    };
  };

  const locationOf = async (url: string): Promise<string | null> =>
    (await fetch(url, { redirect: 'manual' })).headers.get('location');

  test('url(), fullUrl() and redirects have the prefix', async () => {
    await using server = await mounted('/api/v1');
    const { url } = server;
    expect(await (await fetch(`${url}/api/v1/users/7?a=%20`)).json()).toEqual({
      url: '/api/v1/users/7?a=%20',
      full: `${url}/api/v1/users/7?a=%20`,
      path: '/users/7',
    });
    const to = (target: string): Promise<string | null> =>
      locationOf(`${url}/api/v1/to?to=${encodeURIComponent(target)}`);
    expect([await to('/login'), await to('/api/v1/login'), await to('users'), await to(`${url}/x`)]).toEqual([
      '/api/v1/login',
      '/api/v1/login',
      'users',
      `${url}/x`,
    ]);
    expect(await locationOf(`${url}/api/v1/named`)).toBe('/api/v1/users/7');
    expect(await locationOf(`${url}/api/v1/old`)).toBe('/api/v1/users/7');
  });

  test('app.url may name the prefix, and a prefix never makes an address of another host', async () => {
    await using named = await mounted('/api', { app: { url: 'https://shop.example/api' } });
    expect(await (await fetch(`${named.url}/api/users/7`)).json()).toMatchObject({
      full: 'https://shop.example/api/users/7',
    });
    await using plain = await mounted('/api', { app: { url: 'https://shop.example' } });
    expect(await (await fetch(`${plain.url}/api/users/7`)).json()).toMatchObject({
      full: 'https://shop.example/api/users/7',
    });
    await using any = await mounted('/{*rest}');
    for (const path of ['//evil.example/to?to=/x', '/%5Cevil.example/to?to=/x'])
      expect(String(await locationOf(any.url + path))).not.toMatch(/^\/[/\\]/);
  });
});

afterEach(closeServers);

/** A server that answers what the check says: the error's status and code, else 200. */
const checked = async (overrides: Partial<HttpSettings> = {}) => {
  const admission = new Admission(httpConfig(overrides));
  const { port } = await openServer((req, res) => {
    const error = admission.fault(req);
    res.statusCode = error?.status ?? 200;
    res.setHeader('Connection', 'close');
    for (const [name, value] of Object.entries(error?.headers ?? {})) res.setHeader(name, value);
    res.end(JSON.stringify({ code: error?.code ?? 'ok', message: error?.message }));
  }, overrides);
  return (request: string) => exchange(port, request);
};

const request = (hosts: string[], target = '/', version = '1.1'): string =>
  [`GET ${target} HTTP/${version}`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join('\r\n');

describe('the host', () => {
  test.each([
    ['two Host headers', ['a.test', 'b.test']],
    ['the same Host twice', ['a.test', 'a.test']],
    ['none', []],
    ['an empty one', ['']],
    ['user information', ['a@evil.test']],
    ['a path', ['a/b']],
    ['an unclosed bracket', ['[::1']],
    ['a port out of range', ['evil.test:99999']],
    ['a port that is no number', ['evil.test:x']],
    ['two ports', ['evil.test:80:80']],
    ['an IPv6 address that is none', ['[::1::2]']],
    ['a space', ['a b']],
    ['markup', ['"><script>']],
    ['a list', ['a.test, b.test']],
    ['non-ASCII', ['b\u00fccher.test']],
  ])('HD-03 %s is 400', async (_name, hosts) => {
    const send = await checked();
    const reply = await send(request(hosts));
    expect(statuses(reply)).toEqual([400]);
    expect(jsonOf(reply)).toMatchObject({ code: 'E_HOST_INVALID' });
  });

  test.each(['a.test', 'a.test:8080', 'A.Test.', 'my_service', '127.0.0.1:3000', '[::1]', '[2001:DB8::1]:443'])(
    'HD-03 the good host %s passes, also after a bad one',
    async (host) => {
      const send = await checked();
      expect(statuses(await send(request(['a/b'])))).toEqual([400]);
      expect(statuses(await send(request([host])))).toEqual([200]);
      expect(statuses(await send(request([host, host])))).toEqual([400]);
      expect(statuses(await send(request([])))).toEqual([400]);
    },
  );

  test('HD-03 only HTTP/1.0 may come without a Host, and Host may be spelt in any case', async () => {
    const send = await checked();
    expect(statuses(await send(request([], '/', '1.0')))).toEqual([200]);
    expect(statuses(await send(request([], '/', '1.1')))).toEqual([400]);
    expect(statuses(await send('GET / HTTP/1.1\r\nhOsT: a.test\r\nHOST: b.test\r\n\r\n'))).toEqual([400]);
  });

  test('HD-03 an absolute target that names another host is 400, one that names the same is good', async () => {
    const send = await checked();
    expect(statuses(await send(request(['a.test'], 'http://b.test/')))).toEqual([400]);
    expect(statuses(await send(request(['a.test'], 'http://x@a.test/')))).toEqual([400]);
    expect(statuses(await send(request(['a.test:80'], 'http://A.test:80/x')))).toEqual([200]);
  });

  test('HD-04 with trusted_hosts, any other host is 421', async () => {
    const send = await checked({ trusted_hosts: ['example.com', '*.Example.org', '[::1]'] });
    for (const host of [
      'example.com',
      'EXAMPLE.com:8080',
      'example.com.',
      'a.example.org',
      'a.b.example.org',
      '[::1]:3',
    ])
      expect([host, statuses(await send(request([host])))]).toEqual([host, [200]]);
    for (const host of [
      'evil.test',
      'a.example.com',
      'example.org',
      'barexample.org',
      'example.com.evil.test',
      '.example.org',
    ])
      expect([host, statuses(await send(request([host])))]).not.toEqual([host, [200]]);
    expect(jsonOf(await send(request(['evil.test'])))).toMatchObject({ code: 'E_HOST_UNTRUSTED' });
    expect(statuses(await send(request([], '/', '1.0')))).toEqual([421]);
  });

  test('HD-04 behind a trusted proxy it is the forwarded host that must be trusted', async () => {
    const send = await checked({ trusted_hosts: ['example.com'], trusted_proxies: ['127.0.0.1'] });
    const through = (forwarded: string) => send(get('/', 'Connection: close', `X-Forwarded-Host: ${forwarded}`));
    expect(statuses(await through('example.com'))).toEqual([200]);
    expect(statuses(await through('evil.test'))).toEqual([421]);
    expect(statuses(await through('example.com, evil.test'))).toEqual([421]);
    expect(statuses(await through('evil.test, example.com'))).toEqual([200]);
  });

  test.each(['https://example.com', 'example.com:80', 'example.com/x', '*', 'a.*.com', ''])(
    'the trusted host "%s" is refused at boot',
    (host) => {
      expect(() => new Admission(httpConfig({ trusted_hosts: [host] }))).toThrow(
        expect.objectContaining({ code: 'E_TRUSTED_HOST', message: expect.stringContaining(`"${host}"`) }),
      );
    },
  );
});

describe('size and method', () => {
  test('HD-02 more headers than max_headers counts is 431, none is dropped silently', async () => {
    const send = await checked({ max_headers: { bytes: 64 * 1024, count: 100 } });
    const many = (count: number) => Array.from({ length: count - 2 }, (_, index) => `X-${index}: 1`);
    expect(statuses(await send(get('/', ...many(101), 'Connection: close')))).toEqual([431]);
    expect(statuses(await send(get('/', ...many(100), 'Connection: close')))).toEqual([200]);
    expect(statuses(await send(get('/', ...many(3000), 'Connection: close')))).toEqual([431]);
    const cookies = Array.from({ length: 200 }, (_, index) => `Cookie: c${index}=1`);
    expect(statuses(await send(get('/', ...cookies, 'Connection: close')))).toEqual([431]);
  });

  test('HD-02 a max_headers above what Node counts by itself drops none either', async () => {
    const limit = { max_headers: { bytes: 64 * 1024, count: 3000 } };
    const { port } = await openServer((req, res) => res.end(`last=${String(req.headers['x-2499'])}`), limit);
    const headers = Array.from({ length: 2500 }, (_, index) => `X-${index}: 1`);
    expect(await exchange(port, get('/', 'Connection: close', ...headers))).toMatch(/last=1$/);
  });

  test('RT-05 a target over max_url is 414, one at the limit is not', async () => {
    const send = await checked();
    expect(statuses(await send(get(`/${'x'.repeat(12_000)}`)))).toEqual([414]);
    expect(statuses(await send(get(`/${'x'.repeat(8192)}`)))).toEqual([414]);
    expect(statuses(await send(get(`/${'x'.repeat(8191)}`)))).toEqual([200]);
  });
});

test.each([
  ['left in the address', '/api/facts?q', '/api'],
  ['removed before', '/facts?q', '/api'],
  ['with a slash at its end', '/api/facts?q', '/api/'],
] as const)('route.fetch() knows a prefix, %s', async (_name, path, prefix) => {
  const app = await bootRoutes((route) => {
    route.get('/facts', (ctx) => [ctx.request().path(), ctx.request().url()]);
    route.get('/apiary', (ctx) => [ctx.request().path()]);
    route.get('/', (ctx) => ctx.response().redirect(302, '/facts'));
  });
  const fetch = (target: string) => app.facades.Route().fetch(new Request(`http://localhost${target}`), { prefix });
  expect(await (await fetch(path)).json()).toEqual(['/facts', '/api/facts?q']);
  expect(await (await fetch('/apiary')).json()).toEqual(['/apiary']);
  expect((await fetch('/api')).headers.get('location')).toBe('/api/facts');
  expect((await fetch('/api//facts')).status).toBe(404);
  await app.close();
});
