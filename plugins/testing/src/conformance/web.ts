import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'expect';
import { test } from './cases.ts';
import type { Suite } from './suite.ts';

/** Web-standard requests and responses. */
export const web = (suite: Suite): void => {
  test('E-5: toWeb() is the request: method, address, headers and body', async () => {
    const { url } = await suite.open((route) => {
      route
        .any('/{path*}', async (ctx) => {
          const request = ctx.request().toWeb();
          const { method, headers } = request;
          const list = [method, request.url, headers.get('x-list'), headers.get('content-type')];
          return ctx.response().json(200, [...list, await request.text()]);
        })
        .rawBody();
    });
    const headers = [
      ['X-List', 'a'],
      ['X-List', 'b'],
    ] satisfies [string, string][];
    const get = await fetch(`${url}/caf%C3%A9?a=1&a=2`, { headers });
    expect(await get.json()).toEqual(['GET', `${url}/caf%C3%A9?a=1&a=2`, 'a, b', null, '']);
    const post = await fetch(`${url}/x`, { method: 'POST', body: new URLSearchParams({ b: 'ö' }) });
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    expect(await post.json()).toEqual(['POST', `${url}/x`, null, type, 'b=%C3%B6']);
    expect(suite.reported).toEqual([]);
  });

  test('E-5: the body of toWeb() streams as it is sent, and can be parsed', async () => {
    const pieces: string[] = [];
    const { url } = await suite.open((route) => {
      route
        .post('/stream', async (ctx) => {
          const reader = ctx.request().toWeb().body?.getReader();
          const first = await reader?.read();
          pieces.push(Buffer.from(first?.value ?? []).toString());
          goOn();
          const second = await reader?.read();
          pieces.push(Buffer.from(second?.value ?? []).toString());
          return Response.json([await reader?.read()]);
        })
        .rawBody();
      route
        .post('/form', async (ctx) => {
          const form = await ctx.request().toWeb().formData();
          return Response.json([form.get('a'), await (form.get('f') as File).text()]);
        })
        .rawBody();
    });
    let goOn = (): void => undefined;
    const wait = new Promise<void>((resolve) => (goOn = resolve));
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from('one'));
        await wait;
        controller.enqueue(Buffer.from('two'));
        controller.close();
      },
    });
    const streamed = await fetch(`${url}/stream`, { method: 'POST', body, duplex: 'half' });
    expect([await streamed.json(), pieces]).toEqual([[{ done: true }], ['one', 'two']]);
    const form = new FormData();
    form.set('a', '1');
    form.set('f', new File(['bytes'], 'f.txt'));
    expect(await (await fetch(`${url}/form`, { method: 'POST', body: form })).json()).toEqual(['1', 'bytes']);
  });

  test('E-5: the limits of bodies hold for toWeb(), and a body that was read is refused with the fix', async () => {
    const { url } = await suite.open(
      (route) => {
        route.post('/raw', async (ctx) => Response.json(await ctx.request().toWeb().text())).rawBody();
        route
          .post('/both', async (ctx) => {
            const bytes = await ctx.request().rawBody();
            return Response.json([bytes.length, await ctx.request().toWeb().text()]);
          })
          .rawBody();
        route.post('/read', (ctx) => Response.json(ctx.request().toWeb().method));
      },
      { config: { http: { max_body: 10 } } },
    );
    const post = (path: string, body: string) => fetch(url + path, { method: 'POST', body });
    expect((await post('/raw', 'x'.repeat(11))).status).toBe(413);
    expect(await (await post('/raw', 'short')).json()).toBe('short');
    expect(await (await post('/both', 'short')).json()).toEqual([5, 'short']);
    expect((await post('/read', 'short')).status).toBe(500);
    expect(suite.reported).toEqual([expect.objectContaining({ code: 'E_BODY_NOT_RAW' })]);
  });

  test('E-5: the signal of toWeb() is aborted when the client leaves', async () => {
    let aborted: (reason: unknown) => void = () => undefined;
    const isAborted = new Promise<unknown>((resolve) => (aborted = resolve));
    let arrived: () => void = () => undefined;
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const { url } = await suite.open((route) =>
      route.get('/', async (ctx) => {
        const { signal } = ctx.request().toWeb();
        arrived();
        await once(signal, 'abort');
        aborted(signal.reason);
        return new Response(null, { status: 204 });
      }),
    );
    const client = new AbortController();
    const left = fetch(url, { signal: client.signal }).catch(() => undefined);
    await isThere;
    client.abort();
    await left;
    expect(await isAborted).toMatchObject({ code: 'E_CLIENT_LEFT' });
  });

  test('E-5: a handler may return a Web response: status, headers, several cookies, body', async () => {
    const { url } = await suite.open((route) => {
      route.get('/', (ctx) => {
        ctx.response().header('X-Staged', '1').vary('Origin');
        const headers = new Headers({ 'Content-Type': 'text/x-own', Vary: 'Accept, Origin', Connection: 'upgrade' });
        headers.append('Set-Cookie', 'a=1');
        headers.append('Set-Cookie', 'b=2; Path=/');
        return new Response('own', { status: 203, headers });
      });
      route.get('/json', () => Response.json({ a: [1] }));
      route.get('/none', async () => new Response(null, { status: 204 }));
      route.get('/away', () => Response.redirect('http://a.test/ö', 303));
      route.get('/untyped', () => new Response(new Uint8Array([1, 2])));
    });
    const own = await fetch(url);
    expect([own.status, await own.text(), own.headers.get('content-type')]).toEqual([203, 'own', 'text/x-own']);
    expect([own.headers.getSetCookie(), own.headers.get('x-staged')]).toEqual([['a=1', 'b=2; Path=/'], '1']);
    expect(own.headers.get('vary')?.split(', ').toSorted()).toEqual(['Accept', 'Origin']);
    expect(own.headers.get('connection')).not.toBe('upgrade');
    const json = await fetch(`${url}/json`);
    expect([json.headers.get('content-type'), await json.json()]).toEqual(['application/json', { a: [1] }]);
    expect((await fetch(`${url}/none`)).status).toBe(204);
    const away = await fetch(`${url}/away`, { redirect: 'manual' });
    expect([away.status, away.headers.get('location')]).toEqual([303, 'http://a.test/%C3%B6']);
    expect((await fetch(`${url}/untyped`)).headers.get('content-type')).toBeNull();
    expect(suite.reported).toEqual([]);
  });

  test('E-5: the body of a Web response streams; HEAD has none and closes it; one that was read is an error', async () => {
    let cancelled = 0;
    let goOn = (): void => undefined;
    const wait = new Promise<void>((resolve) => (goOn = resolve));
    const endless = () =>
      new ReadableStream({
        pull: async (controller) => {
          controller.enqueue(Buffer.from('one '));
          await wait;
          controller.enqueue(Buffer.from('two'));
          controller.close();
        },
        cancel: () => void cancelled++,
      });
    const { url } = await suite.open((route) => {
      route.get('/stream', () => new Response(endless(), { headers: { 'Content-Length': '7' } }));
      route.get('/read', async () => {
        const response = new Response('text');
        await response.text();
        return response;
      });
      route.get('/error', () => Response.error());
    });
    const head = await fetch(`${url}/stream`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text(), cancelled]).toEqual([200, '7', '', 1]);
    const reader = (await fetch(`${url}/stream`)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one ');
    goOn();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('two');
    expect(suite.reported).toEqual([]);
    expect((await fetch(`${url}/read`)).status).toBe(500);
    expect((await fetch(`${url}/error`)).status).toBe(500);
    expect(suite.reported).toHaveLength(2);
  });

  test('E-5: what fetch() answered can be returned: its coding and coded length are not sent', async () => {
    const coded = gzipSync('from elsewhere');
    const origin = createServer((_req, res) =>
      res.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': coded.length, 'X-From': 'origin' }).end(coded),
    );
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const { port } = origin.address() as AddressInfo;
    const { url } = await suite.open((route) => route.get('/', () => fetch(`http://127.0.0.1:${port}`)));
    const response = await fetch(url);
    expect([await response.text(), response.headers.get('content-encoding')]).toEqual(['from elsewhere', null]);
    expect(response.headers.get('x-from')).toBe('origin');
    origin.closeAllConnections();
    await new Promise((resolve) => origin.close(resolve));
  });
};
