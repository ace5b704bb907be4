import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { routing } from '@taproot/routing';
import type { Suite } from '@taproot/testing/conformance';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';

const open = async (suite: Suite): Promise<string> => {
  const routes = definePlugin({
    name: 'routes',
    after: ['routing', 'cors', 'throttle', 'validation'],
    apply(app) {
      suite.tap(app);
      app.facades.RateLimiter().for('two', () => limit.perMinute(2).by('all'));
      app.hooks.boot.tap({ name: 'routes', stage: -100 }, () => {
        const route = app.facades.Route();
        route.middleware(app.middleware.throttle('two')).get('/limited', (ctx) => ctx.response().string(200, 'ok'));
        route.post('/posts', async (ctx) =>
          ctx.response().json(201, await ctx.request().validated({ title: 'required|string', 'tags.*': 'integer' })),
        );
      });
    },
  });
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), koa(), fastify(), cors(), throttle(), validation(), routes])
    .withConfig({
      http: { driver: suite.driver, port: 0 },
      cors: { paths: ['*'], allowed_origins: ['https://a.test'], supports_credentials: true },
    })
    .create();
  suite.closeLater(app);
  await app.open();
  return app.facades.Http().address?.url ?? '';
};

const origin = { origin: 'https://a.test' };

/** Throttle, CORS and validation together, as an application uses them. */
export const plugins = (suite: Suite): void => {
  test('a limit counts, tells, refuses and keeps its CORS headers', async () => {
    const url = await open(suite);
    const seen = [];
    for (let at = 0; at < 3; at++) {
      const { status, headers } = await fetch(`${url}/limited`, { headers: origin });
      seen.push([status, headers.get('x-ratelimit-remaining'), headers.get('access-control-allow-origin')]);
    }
    expect(seen).toEqual([
      [200, '1', 'https://a.test'],
      [200, '0', 'https://a.test'],
      [429, '0', 'https://a.test'],
    ]);
  });

  test('a preflight is answered for routes and for unknown paths; strangers get no permission', async () => {
    const url = await open(suite);
    const ask = async (path: string, asking: string) => {
      const headers = { origin: asking, 'access-control-request-method': 'POST' };
      const response = await fetch(url + path, { method: 'OPTIONS', headers });
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    expect(await ask('/posts', 'https://a.test')).toEqual([204, 'https://a.test']);
    expect(await ask('/none', 'https://a.test')).toEqual([204, 'https://a.test']);
    expect((await ask('/posts', 'https://b.test'))[1]).toBeNull();
  });

  test('input that does not validate is 422 with its errors, input that does is what the handler gets', async () => {
    const url = await open(suite);
    const post = (body: unknown) =>
      fetch(`${url}/posts`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...origin, 'content-type': 'application/json' },
      });
    const refused = await post({ tags: [1, 'x'] });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([422, 'https://a.test']);
    expect(await refused.json()).toMatchObject({
      errors: { title: [expect.any(String)], 'tags.1': [expect.any(String)] },
    });
    const taken = await post({ title: 'a', tags: [1], other: true });
    expect([taken.status, await taken.json()]).toEqual([201, { title: 'a', tags: [1] }]);
  });
};
