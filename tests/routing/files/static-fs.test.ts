import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Handler, Middleware } from '@taproot/core';
import type { FileBody } from '@taproot/core/internal';
import { fastify } from '@taproot/fastify';
import {
  handOver,
  memoryFiles as memoryFilesOfFilesFirst,
  type NodeHandler,
  type RootRouter,
  routing,
} from '@taproot/routing';
import { fakeContext, http, testApplication } from '@taproot/testing';
import { memoryFiles, type StaticFileSystem } from '../../../plugins/routing/src/files/memory-files.ts';
import { lazyHandler, staticFileSystem } from '../../../plugins/routing/src/files/static-handlers.ts';
import { openDiskFile } from '../../../plugins/routing/src/response/disk-file.ts';
import { drivers } from '../../support/drivers.ts';
import { serveFiles } from '../support/file-server.ts';
import { allClosed } from '../support/open-files.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const directory = temporaryDirectory();
const fault = (code: string): Error => Object.assign(new Error(`${code}: fault of the file system`), { code });

const memoryFile = (content: string, open: () => Readable = () => Readable.from([Buffer.from(content)])): FileBody => ({
  size: content.length,
  modified: new Date('2024-02-03T04:05:06Z'),
  etag: '"memory"',
  open,
});

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const serve = async (open: StaticFileSystem['open']) => {
  const server = await serveFiles(staticFileSystem({ open }));
  closing.push(server.close);
  return server;
};

test('memoryFiles() holds texts and bytes, as they were when it was called', async () => {
  const bytes = Buffer.from([1, 2, 3]);
  const modified = new Date('2024-02-03T04:05:06Z');
  const files = memoryFiles({ 'a/é.txt': 'öl', 'b.bin': bytes, empty: '' }, modified);
  bytes.fill(9);
  const { get } = await serve((path) => files.open(path));
  const text = await get('/static/a/%C3%A9.txt');
  expect([text.status, text.body, text.headers['content-length']]).toEqual([
    200,
    Buffer.from('öl').toString('latin1'),
    '3',
  ]);
  expect(text.headers['last-modified']).toBe(modified.toUTCString());
  expect((await get('/static/b.bin')).body).toBe('\x01\x02\x03');
  expect((await get('/static/b.bin', { Range: 'bytes=1-1' })).body).toBe('\x02');
  expect((await get('/static/b.bin', { 'If-None-Match': String(text.headers['etag']) })).status).toBe(200);
  expect((await get('/static/empty')).body).toBe('');
  expect((await get('/static/constructor')).status).toBe(404);
});

const statuses: [code: string, status: number][] = [
  ['EACCES', 403],
  ['EPERM', 403],
  ['EMFILE', 503],
  ['ENFILE', 503],
  ['EISDIR', 404],
  ['ENOENT', 404],
  ['ENOTDIR', 404],
  ['EIO', 500],
];

describe('a file-system value', () => {
  test('answers what it holds, with tag, type and ranges', async () => {
    const asked: string[] = [];
    const { get } = await serve(async (path) => {
      asked.push(path);
      return path === 'css/site.css' ? memoryFile('body {}') : null;
    });
    const reply = await get('/static/css/site.css');
    expect([reply.status, reply.body, reply.headers['etag']]).toEqual([200, 'body {}', '"memory"']);
    expect(reply.headers['content-type']).toBe('text/css; charset=utf-8');
    expect((await get('/static/css/site.css', { 'If-None-Match': '"memory"' })).status).toBe(304);
    expect((await get('/static/missing')).status).toBe(404);
    await get('/static');
    expect(asked).toEqual(['css/site.css', 'css/site.css', 'missing', 'index.html']);
  });

  test('is never asked for a path that is no plain one', async () => {
    const asked: string[] = [];
    const { get } = await serve(async (path) => {
      asked.push(path);
      return memoryFile('x');
    });
    for (const path of ['..%2fx', 'a%5cb', '.env', 'C:x', 'a%2Fb', '../x', '//x'])
      expect((await get(`/static/${path}`)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test('an empty file is answered', async () => {
    const { get } = await serve(async () => memoryFile('', () => Readable.from([])));
    expect(await get('/static/x')).toMatchObject({ status: 200, body: '' });
  });

  test.each(statuses)('ST-03 %s when it looks for a file is answered %i', async (code, status) => {
    const { get } = await serve(() => Promise.reject(fault(code)));
    expect((await get('/static/x')).status).toBe(status);
  });

  test.each(statuses)('ST-03 %s when a file is opened is answered %i', async (code, status) => {
    const { get } = await serve(async () =>
      memoryFile('x', () => {
        throw fault(code);
      }),
    );
    expect((await get('/static/x')).status).toBe(status);
  });

  test.each(statuses)('ST-03 %s before the first byte is answered %i', async (code, status) => {
    const failing = (): Readable => new Readable({ read: () => process.nextTick(() => stream.destroy(fault(code))) });
    let stream: Readable;
    const { get } = await serve(async () => memoryFile('x', () => (stream = failing())));
    expect((await get('/static/x')).status).toBe(status);
  });

  test('ST-03 a busy file system says when to come again', async () => {
    const { get } = await serve(() => Promise.reject(fault('EMFILE')));
    expect((await get('/static/x')).headers['retry-after']).toBe('1');
  });

  test('ST-03 a file that vanishes between being found and being opened is unknown', async () => {
    const { get } = await serve(async () => memoryFile('x', () => createReadStream(join(directory, 'gone'))));
    expect((await get('/static/x')).status).toBe(404);
    await allClosed(directory);
  });

  test('may hand out files of a disk', async () => {
    writeFileSync(join(directory, 'large.txt'), 'x'.repeat(300_000));
    const { get } = await serve((path) => openDiskFile(join(directory, path)));
    expect((await get('/static/large.txt')).body).toBe('x'.repeat(300_000));
    await allClosed(directory);
  });
});

const answers: Handler = (ctx) => ctx.response().string(200, 'made');

test('is loaded once, by the first of its requests, however many come at a time', async () => {
  let loads = 0;
  const handler = lazyHandler(async () => {
    loads++;
    return answers;
  });
  expect(loads).toBe(0);
  const ctx = fakeContext();
  const responses = await Promise.all([handler(ctx), handler(ctx)]);
  expect(responses).toEqual([expect.objectContaining({ body: 'made' }), expect.objectContaining({ body: 'made' })]);
  expect(loads).toBe(1);
});

test('once loaded it is called as it is, without a promise in between', async () => {
  const handler = lazyHandler(async () => answers);
  const ctx = fakeContext();
  await handler(ctx);
  expect(handler(ctx)).toMatchObject({ status: 200, body: 'made' });
});

test('what failed to load is loaded again for the next request', async () => {
  let loads = 0;
  const handler = lazyHandler(async () => {
    if (++loads === 1) throw new Error('no descriptor is left');
    return answers;
  });
  const ctx = fakeContext();
  await expect(handler(ctx)).rejects.toThrow('no descriptor is left');
  expect(await handler(ctx)).toMatchObject({ body: 'made' });
});

/** The application of a front end: answers every path, and reads bodies by itself. */
const frontEnd: NodeHandler = async (req, res) => {
  let body = '';
  for await (const chunk of req) body += String(chunk);
  res.end(`${req.method ?? ''} ${req.url ?? ''} ${body}`.trim());
};

const files = memoryFilesOfFilesFirst({ 'index.html': 'the index', 'app.js': 'the script' });

const around: Middleware = {
  signature: () => 'around',
  async handle(ctx, next) {
    ctx.response().header('X-Around', ctx.response().writer().getHeaderNames().length);
    return next();
  },
};

const application = (driver: (typeof drivers)[number], register: (route: RootRouter) => void) =>
  testApplication({
    plugins: [routing(), fastify()],
    config: { http: { driver } },
    register: ({ facades }) => register(facades.Route()),
  });

test.each(drivers)('D-4: files first, then a route of the same pattern, on the driver %s', async (driver) => {
  await using app = await application(driver, (route) => {
    route.any('/{rest*}', handOver(frontEnd)).rawBody().name('front').middleware(around);
    route.staticFS('/', files);
    route.prefix('/shop').any('/{path*}', (ctx) => ({
      path: ctx.request().route('path'),
      name: ctx.request().name(),
    }));
    route.staticFS('/shop', files);
    route.get('/exact', () => ({ exact: true }));
  });
  await http(app).get('/app.js').assertOk().assertSee('the script');
  await http(app).get('/').assertOk().assertSee('the index');
  await http(app).get('/page/1?a=b').assertOk().assertSee('GET /page/1?a=b').assertHeader('X-Around', '0');
  await http(app).post('/app.js', { a: 1 }).assertOk().assertSee('POST /app.js {"a":1}');
  await http(app).get('/exact').assertOk().assertExactJson({ exact: true });
  await http(app).get('/shop/app.js').assertOk().assertSee('the script');
  await http(app).get('/shop/oak').assertOk().assertExactJson({ path: 'oak', name: '' });
});

test('D-4: two directories of one pattern are refused, also beside a route', async () => {
  const two = application('koa', (route) => {
    route.any('/{path*}', () => ({}));
    route.staticFS('/', files);
    route.staticFS('/', files);
  });
  await expect(two).rejects.toMatchObject({ code: 'E_ROUTE_DUPLICATE' });
});

test.each(drivers)(
  'D-4: fallback().rawBody() leaves the body to the application of the front end (%s)',
  async (driver) => {
    await using app = await application(driver, (route) => {
      route.staticFS('/', files);
      route.fallback(handOver(frontEnd)).rawBody();
    });
    await http(app).get('/app.js').assertOk().assertSee('the script');
    await http(app).get('/none').assertOk().assertSee('GET /none');
    await http(app).post('/none', { a: 1 }).assertOk().assertSee('POST /none {"a":1}');
  },
);
