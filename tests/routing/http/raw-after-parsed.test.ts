import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';

test.each(['koa', 'fastify'])(
  'rawBody() after the body was parsed says how to get the bytes, with %s',
  async (driver) => {
    const reports: unknown[] = [];
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), fastify()])
      .withConfig({ http: { port: 0, driver } })
      .withCallback((booting) => booting.hooks.report.tap('test', (error) => void reports.push(error)))
      .withRouting((route) => {
        route.post('/parsed', async (ctx) => ({ bytes: (await ctx.request().rawBody()).length }));
        route.get('/parsed', async (ctx) => ({ bytes: (await ctx.request().rawBody()).length }));
        const raw = route.post('/raw', async (ctx) => {
          await ctx.request().body();
          return { bytes: (await ctx.request().rawBody()).length };
        });
        raw.rawBody();
      })
      .create();
    try {
      await app.open();
      const url = app.facades.Http().address?.url ?? '';
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
      expect(await (await fetch(`${url}/parsed`, post)).json()).toMatchObject({ code: 'E_BODY_NOT_RAW' });
      expect(reports).toMatchObject([
        {
          code: 'E_BODY_NOT_RAW',
          message: expect.stringContaining('ctx.request().rawBody()'),
          fix: expect.stringContaining('.rawBody()'),
        },
      ]);
      const inProcess = await app.facades.Route().fetch(new Request('http://localhost/parsed', post));
      expect(inProcess.status).toBe(500);
      expect(await (await fetch(`${url}/parsed`)).json()).toEqual({ bytes: 0 });
      expect(await (await fetch(`${url}/raw`, post)).json()).toEqual({ bytes: 7 });
    } finally {
      await app.close();
    }
  },
);
