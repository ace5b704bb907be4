import { expect, test } from '@jest/globals';
import type { Middleware } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { handOver, memoryFiles, type NodeHandler, type RootRouter, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';

const drivers = ['koa', 'fastify'] as const;

/** The application of a front end: answers every path, and reads bodies by itself. */
const frontEnd: NodeHandler = async (req, res) => {
  let body = '';
  for await (const chunk of req) body += String(chunk);
  res.end(`${req.method ?? ''} ${req.url ?? ''} ${body}`.trim());
};

const files = memoryFiles({ 'index.html': 'the index', 'app.js': 'the script' });

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
