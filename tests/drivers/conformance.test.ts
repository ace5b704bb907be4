import { describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { driverConformance } from '@taproot/testing/conformance';
import { conformance } from './conformance.ts';

test('every case of the published suite has a name of its own', () => {
  const names = driverConformance('koa').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a case fails for a driver that does not exist, and for an application that answers otherwise', async () => {
  const [first] = driverConformance('none');
  await expect(first?.run()).rejects.toMatchObject({ code: expect.stringMatching(/^E_/) });
  const options = {
    apply: (app: Application) =>
      app.facades.Http().hooks.request.tapPromise('test', async (ctx) => ctx.response().string(418, 'wrong')),
  };
  const [health] = driverConformance('koa', options);
  await expect(health?.run()).rejects.toThrow('418');
});

conformance('koa');

// A pipeline runs around the search, which is one for all drivers.
const without = ['constraints'];

conformance('koa', {
  title: 'the koa driver with native middleware',
  without,
  plugins: () => [koa()],
  apply: (app) => {
    app.facades
      .Http()
      .hooks.driver.for('koa')
      .tap('test', (instance) => {
        instance.use((_ctx, next) => next());
      });
  },
});

const plugins = () => [fastify()];

// Without hooks its search and its listener are those of koa: choice.test.ts.
describe('the fastify driver', () => {
  for (const { name, run } of driverConformance('fastify', { plugins }))
    if (name.startsWith('answers: over a socket: ')) test(name, run);
});

conformance('fastify', {
  title: 'the fastify driver with native hooks',
  plugins,
  without,
  apply: (app) =>
    app.facades
      .Http()
      .hooks.driver.for('fastify')
      .tap('test', () => undefined),
});
