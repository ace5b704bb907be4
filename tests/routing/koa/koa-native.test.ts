import { describe, expect, test } from '@jest/globals';
import { serve } from '../../support/serve.ts';

describe('native Koa middleware', () => {
  test('runs around the routes and sees and changes their responses', async () => {
    const seen: unknown[] = [];
    const served = await serve(
      (route) => {
        route.get('/json', (ctx) => ctx.response().header('X-Own', 'yes').json(201, { a: 1 }));
        route.get('/empty', (ctx) => ctx.response().noContent());
        route.get('/throw', () => {
          throw new Error('secret');
        });
      },
      {
        apply: (app) => {
          app.hooks.report.tap('test', () => undefined);
          app.facades
            .Http()
            .hooks.driver.for('koa')
            .tap('test', (instance) => {
              instance.use(async (ctx, next) => {
                await next();
                seen.push(ctx.status);
                ctx.set('X-Native', 'yes');
              });
            });
        },
      },
    );
    const json = await fetch(`${served.url}/json`);
    expect([json.status, json.headers.get('x-own'), json.headers.get('x-native'), await json.text()]).toEqual([
      201,
      'yes',
      'yes',
      '{"a":1}',
    ]);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const head = await fetch(`${served.url}/json`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([201, '7']);
    expect((await fetch(`${served.url}/empty`)).status).toBe(204);
    expect((await fetch(`${served.url}/throw`)).status).toBe(500);
    expect((await fetch(`${served.url}/unknown`)).status).toBe(404);
    expect(seen).toEqual([201, 201, 204, 500, 404]);
    await served.close();
  });
});
