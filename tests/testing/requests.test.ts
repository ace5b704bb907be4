import { describe, expect, test } from '@jest/globals';
import type { RootRouter } from '@taproot/routing';
import { upload } from '@taproot/testing';
import { stderrOf } from '../core/support.ts';
import { problemOf, withApp } from './support.ts';

/** Tells what came: headers, input, files. */
const mirror = (route: RootRouter): void => {
  route.any('/mirror', (ctx) => {
    const request = ctx.request();
    const { rawHeaders, complete } = request.origin();
    return ctx.response().json(200, {
      method: request.method(),
      url: request.url(),
      scheme: request.scheme(),
      host: request.host(),
      ip: request.ip(),
      cookie: request.cookie('theme'),
      headers: request.headers(),
      names: rawHeaders.filter((_text, at) => at % 2 === 0),
      type: request.contentType(),
      all: request.all(),
      complete,
    });
  });
  route.post('/files', async (ctx) => {
    const files = ['cover', 'pages'].flatMap((field) => ctx.request().files(field));
    const told = files.map(async (file) => [
      file.field,
      file.clientName(),
      file.clientMimeType(),
      String(await file.bytes()),
    ]);
    return ctx.response().json(200, {
      title: ctx.request().input('title'),
      tags: ctx.request().inputArray('tags'),
      files: await Promise.all(told),
    });
  });
  route
    .post('/raw', async (ctx) =>
      ctx.response().string(200, `${ctx.request().contentType()} ${String(await ctx.request().rawBody())}`),
    )
    .rawBody();
};

describe('a request', () => {
  test('goes through the whole application, with the methods of HTTP', () =>
    withApp(mirror, async (client) => {
      for (const method of ['get', 'options', 'delete', 'post', 'put', 'patch'] as const)
        await client[method]('/mirror').assertJsonPath('method', method.toUpperCase());
      const head = await client.head('/mirror').assertOk().assertHeader('Content-Length', /^\d+$/);
      expect(head.body).toHaveLength(0);
      await client.call('TRACE', '/mirror').assertMethodNotAllowed();
    }));

  test('has its path sent as it is written, with what no target may hold encoded', () =>
    withApp(mirror, async (client) => {
      await client.get('/mirror?a=%2F&b[]=1').assertJsonPath('url', '/mirror?a=%2F&b[]=1');
      await client.get('mirror?q=ä b').assertJsonPath('url', '/mirror?q=%C3%A4%20b');
      await client.get('/%zz').assertBadRequest();
    }));

  test('names localhost, or the host of an absolute address', () =>
    withApp(mirror, async (client) => {
      await client.get('/mirror').assertJson({ host: 'localhost', scheme: 'http' });
      await client.get('https://example.com:8443/mirror').assertJson({ host: 'example.com:8443', scheme: 'https' });
      await client.withHeader('Host', 'other.test').get('/mirror').assertJsonPath('host', 'other.test');
    }));

  test('comes from an address', () =>
    withApp(mirror, async (client) => {
      await client.get('/mirror').assertJsonPath('ip', '127.0.0.1');
      await client.from('203.0.113.7').get('/mirror').assertJsonPath('ip', '203.0.113.7');
      await client.from('203.0.113.7').from().get('/mirror').assertJsonPath('ip', '127.0.0.1');
    }));

  test('carries headers, cookies and credentials', () =>
    withApp(mirror, async (client) => {
      await client
        .withHeaders({ 'X-One': '1', 'X-Two': '2' })
        .get('/mirror')
        .assertJson({ headers: { 'x-one': '1', 'x-two': '2' } });
      await client
        .withHeader('X-One', '1')
        .withoutHeader('x-ONE')
        .get('/mirror')
        .assertJsonMissingPath('headers.x-one');
      await client.accept('text/html').get('/mirror').assertJsonPath('headers.accept', 'text/html');
      await client
        .withCookie('theme', 'dark; blue')
        .withCookies({ other: '1' })
        .get('/mirror')
        .assertJsonPath('cookie', 'dark; blue');
      await client.withToken('secret').get('/mirror').assertJsonPath('headers.authorization', 'Bearer secret');
      await client.withToken('secret', 'Token').get('/mirror').assertJsonPath('headers.authorization', 'Token secret');
      await client
        .withBasicAuth('anna', 'pä:ss')
        .get('/mirror')
        .assertJsonPath('headers.authorization', `Basic ${Buffer.from('anna:pä:ss').toString('base64')}`);
    }));

  test('leaves its client as it was', () =>
    withApp(mirror, async (client) => {
      client.withHeader('X-One', '1').withCookie('theme', 'dark').from('203.0.113.7');
      await client.get('/mirror').assertJson({ ip: '127.0.0.1', cookie: '' }).assertJsonMissingPath('headers.x-one');
    }));

  test('is sent when it is first awaited, and once', async () => {
    let handled = 0;
    const count = (route: RootRouter): void => route.post('/', () => void handled++) && undefined;
    await withApp(count, async (client) => {
      const request = client.post('/').assertOk();
      expect(handled).toBe(0);
      const [first, second] = [await request, await request];
      expect(handled).toBe(1);
      expect(first).toBe(second);
    });
  });

  test('has an assertion made at once when its reply is here', () =>
    withApp(mirror, async (client) => {
      const request = client.get('/mirror');
      const sent = request.then(() => undefined);
      // Its reply is not here yet.
      void request.assertOk();
      await sent;
      expect(request.assertOk().assertSee('mirror')).toBe(request);
      expect(await problemOf(() => void request.assertNotFound())).toBe(
        'Expected status 404 Not Found, but got 200 OK.',
      );
      (await request).assertOk();
      const failed = client.get('/unknown').assertOk();
      await expect(failed).rejects.toThrow('404 Not Found');
      expect(() => failed.assertOk()).toThrow('404 Not Found');
    }));

  test('of many at once each gets its own reply', () =>
    withApp(mirror, async (client) => {
      const urls = Array.from({ length: 100 }, (_one, index) => `/mirror?n=${index}`);
      await Promise.all(urls.map((url) => client.get(url).assertJsonPath('url', url)));
    }));
});

describe('a body', () => {
  test('is JSON when it is an object or a list', () =>
    withApp(mirror, async (client) => {
      interface Post {
        title: string;
        tags: string[];
      }
      const post: Post = { title: 'Hello', tags: ['a', 'b'] };
      await client.post('/mirror', post).assertJson({ type: 'application/json', all: post, complete: true });
      await client.delete('/mirror', post).assertJsonPath('all', post);
      await client.put('/raw').assertMethodNotAllowed();
      await client.post('/raw', [1, { a: null }]).assertSee('application/json [1,{"a":null}]');
    }));

  test('is a form when it is URLSearchParams', () =>
    withApp(mirror, (client) =>
      client
        .post(
          '/mirror',
          new URLSearchParams([
            ['a[b]', 'ä&='],
            ['list[]', '1'],
            ['list[]', '2'],
          ]),
        )
        .assertJson({ type: 'application/x-www-form-urlencoded', all: { a: { b: 'ä&=' }, list: ['1', '2'] } })
        .then(() => undefined),
    ));

  test('is as it is when it is text or bytes, and has the type of its header', () =>
    withApp(mirror, async (client) => {
      await client.post('/raw', 'plain').assertSee('text/plain plain');
      const { buffer } = new TextEncoder().encode('bytes');
      for (const bytes of [Buffer.from('bytes'), buffer, new DataView(buffer)])
        await client.post('/raw', bytes).assertSee('application/octet-stream bytes');
      await client.withHeader('Content-Type', 'text/xml').post('/raw', '<a/>').assertSee('text/xml <a/>');
      await client.withHeader('Content-Type', 'application/json').post('/mirror', '{"a":').assertBadRequest();
    }));

  test('has the framing of a real socket', () =>
    withApp(mirror, async (client) => {
      const empty = await client.post('/mirror').assertOk();
      expect(empty.json<{ headers: object }>().headers).toMatchObject({ 'content-length': '0' });
      await client.post('/mirror', { a: 'ä' }).assertJsonPath('headers.content-length', '10');
      await client
        .get('/mirror')
        .assertJsonMissingPath('headers.content-length')
        .assertJsonMissingPath('headers.content-type');
    }));

  test('of multipart carries fields and files', () =>
    withApp(mirror, async (client) => {
      const body = upload(
        { title: 'Ünïcode', 'tags[]': ['a', 'b'] },
        {
          cover: new File(['<svg/>'], 'cöver.svg', { type: 'image/svg+xml' }),
          'pages[]': [
            new File(['1'], '1.txt', { type: 'text/plain' }),
            new File(['2'], '2.txt', { type: 'text/plain' }),
          ],
        },
      );
      await client
        .post('/files', body)
        .assertOk()
        .assertExactJson({
          title: 'Ünïcode',
          tags: ['a', 'b'],
          files: [
            ['cover', 'cöver.svg', 'image/svg+xml', '<svg/>'],
            ['pages[]', '1.txt', 'text/plain', '1'],
            ['pages[]', '2.txt', 'text/plain', '2'],
          ],
        });
    }));

  test('beyond the limit is answered 413, however large', () =>
    withApp(mirror, async (client) => {
      await client
        .post('/mirror', { text: 'x'.repeat(3 << 20) })
        .assertContentTooLarge()
        .assertJsonPath('code', 'E_BODY_TOO_LARGE');
      await client.post('/files', upload({}, { cover: new File(['x'.repeat(5 << 20)], 'a') })).assertContentTooLarge();
    }));
});

describe('a reply that breaks off', () => {
  test('is an error that names the request', () =>
    withApp(
      (route) => {
        route.get('/cut', (ctx) => void ctx.response().writer().destroy());
        route.get('/half', (ctx) =>
          ctx.response().stream(200, async function* () {
            yield 'half';
            throw new Error('no more');
          }),
        );
      },
      async (client) => {
        for (const target of ['/cut', '/half']) {
          const error = expect.objectContaining({
            code: 'E_REPLY_BROKEN',
            message: expect.stringContaining(`GET ${target} `),
          });
          await stderrOf(() => expect(client.get(target)).rejects.toEqual(error));
        }
      },
    ));
});
