import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { pluginChecks } from '@taproot/testing';
import { type BareStep, bare } from '../src/index.ts';

const open = async (...steps: BareStep[]) => {
  const reports: unknown[] = [];
  const app = await setup(null, { env: { APP_ENV: 'testing', PORT: '0', HTTP_DRIVER: 'bare' } })
    .withPlugins([routing(), bare()])
    .withBare(...steps)
    .withRouting((route) => {
      route.get('/', (ctx) => ctx.response().vary('Accept').header('Set-Cookie', 'route=1').json(200, 'served'));
    })
    .withCallback((app) => app.hooks.report.tap('app', (error) => void reports.push(error)))
    .create();
  await app.open();
  const close = async (): Promise<void> => void (await app.close());
  return { reports, url: app.facades.Http().address?.url ?? '', [Symbol.asyncDispose]: close };
};

test('steps run around the routes, in their order', async () => {
  const order: string[] = [];
  const step =
    (name: string): BareStep =>
    (_req, res, next) => {
      order.push(name);
      res.setHeader(`X-${name}`, name);
      next();
    };
  await using app = await open(step('first'), step('second'));
  const reply = await fetch(app.url);
  assert.equal(await reply.text(), '"served"');
  assert.deepEqual([reply.headers.get('x-first'), reply.headers.get('x-second')], ['first', 'second']);
  assert.deepEqual(order, ['first', 'second']);
});

test('cookies and Vary of a step stay beside those of the route', async () => {
  await using app = await open((_req, res, next) => {
    res.setHeader('Vary', 'Accept-Encoding').setHeader('Set-Cookie', 'step=1');
    next();
  });
  const { headers } = await fetch(app.url);
  assert.equal(headers.get('vary'), 'Accept, Accept-Encoding');
  assert.deepEqual(headers.getSetCookie(), ['route=1', 'step=1']);
});

test('a step may answer in place of the routes', async () => {
  await using app = await open((_req, res) => void res.writeHead(418).end('a teapot'));
  const reply = await fetch(app.url);
  assert.deepEqual([reply.status, await reply.text()], [418, 'a teapot']);
});

test('a step that throws, or hands an error on, is reported and answered with 500', async () => {
  const broken = new Error('broken');
  const failing: BareStep[] = [
    () => {
      throw broken;
    },
    (_req, _res, next) => next(broken),
  ];
  for (const step of failing) {
    await using app = await open(step);
    assert.equal((await fetch(app.url)).status, 500);
    assert.deepEqual(app.reports, [broken]);
  }
});

for (const { name, run } of pluginChecks(bare, { beside: () => [routing()], config: { http: { driver: 'bare' } } }))
  void test(name, run);
