import { describe, expect, test } from '@jest/globals';
import { cache } from '@taproot/cache';
import { database } from '@taproot/database';
import { routing } from '@taproot/routing';
import { pluginChecks } from '@taproot/testing';
import { boot } from './support/application.ts';

describe('passes the checks of plugins', () => {
  for (const { name, run } of pluginChecks(() => cache(), { beside: () => [routing(), database()] })) test(name, run);
});

test('says in the document what the middleware reads and answers', async () => {
  const { app } = await boot({
    routes: (route, middleware) => {
      route.middleware(middleware.idempotency({ required: true })).post('/orders', () => ({ order: 1 }));
    },
  });
  const info = app.facades
    .Route()
    .getRoutes()
    .find(({ path }) => path === '/orders');
  const [described] = info?.middlewareDescriptions ?? [];
  expect(described?.requestHeaders).toMatchObject([{ name: 'Idempotency-Key', required: true }]);
  expect(described?.responses?.map(({ status }) => status)).toEqual([400, 400, 409, 409, 422]);
});
