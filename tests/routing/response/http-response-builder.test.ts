import { describe, expect, test } from '@jest/globals';
import type { ResponseBuilder } from '@taproot/core';
import { withApp } from '../../testing/support.ts';

describe('a status', () => {
  type Answer = (response: ResponseBuilder, status: number) => unknown;

  test.each<[name: string, answer: Answer]>([
    ['json()', (response, status) => response.json(status, {})],
    ['string()', (response, status) => response.string(status, 'x')],
    ['data()', (response, status) => response.data(status, 'text/plain', 'x')],
    ['stream()', (response, status) => response.stream(status, ['x'])],
    ['redirect()', (response, status) => response.redirect(status, '/x')],
    ['redirectAway()', (response, status) => response.redirectAway(status, '/x')],
    ['noContent()', (response, status) => response.noContent(status)],
    ['status()', (response, status) => response.status(status).json({})],
  ])('that no reply can have is refused by %s', async (_name, answer) => {
    const refused = [1000, 199, 101, 99, 0, -200, 200.5, Number.NaN, Number.POSITIVE_INFINITY];
    const reported: unknown[] = [];
    await withApp(
      (route) => {
        for (const [at, status] of refused.entries()) route.get(`/${at}`, (ctx) => void answer(ctx.response(), status));
      },
      async (client) => {
        for (const at of refused.keys()) (await client.get(`/${at}`)).assertStatus(500);
        expect(reported).toHaveLength(refused.length);
        for (const error of reported) expect(error).toMatchObject({ code: 'E_RESPONSE_STATUS' });
        expect(reported[0]).toMatchObject({ message: expect.stringContaining('1000') });
      },
      { apply: ({ hooks }) => hooks.report.tap('test', (error) => void reported.push(error)) },
    );
  });

  test('must be a number', async () => {
    const reported: unknown[] = [];
    // What a handler without types passes on from a route parameter.
    const untyped = (status: unknown): number => status as number;
    await withApp(
      (route) => route.get('/{status}', (ctx) => ctx.response().string(untyped(ctx.request().route('status')), 'x')),
      async (client) => {
        (await client.get('/200')).assertStatus(500);
        expect(reported).toMatchObject([{ code: 'E_RESPONSE_STATUS' }]);
      },
      { apply: ({ hooks }) => hooks.report.tap('test', (error) => void reported.push(error)) },
    );
  });

  test.each([200, 299, 404, 599, 600, 999])('%d is sent', async (status) => {
    await withApp(
      (route) => route.get('/', (ctx) => ctx.response().string(status, 'x')),
      async (client) => void (await client.get('/')).assertStatus(status),
    );
  });
});

describe('half a character, as JSON can bring it,', () => {
  test('is written as U+FFFD in redirects, URLs and cookies', async () => {
    const half = JSON.parse('"x\\ud800"') as string;
    await withApp(
      (route) => {
        route.get('/one/{name}', () => undefined).name('one');
        route.get('/mixed/a-{name}', () => undefined).name('mixed');
        route.get('/rest/{path*}', () => undefined).name('rest');
        route.get('/url', (ctx) =>
          ctx
            .response()
            .json(200, [
              route.url('one', { name: half }),
              route.url('mixed', { name: half }),
              route.url('rest', { path: `a/${half}` }),
              route.url('rest', { path: 'a' }, { [half]: half }),
            ]),
        );
        route.get('/route', (ctx) => ctx.response().redirectToRoute('one', { name: half }));
        route.get('/redirect', (ctx) => ctx.response().redirect(302, `/${half}`));
        route.get('/away', (ctx) => ctx.response().redirectAway(302, `/${half}`));
        route.get('/cookie', (ctx) => ctx.response().cookie('a', half).noContent());
      },
      async (client) => {
        expect((await client.get('/url')).json()).toEqual([
          '/one/x%EF%BF%BD',
          '/mixed/a-x%EF%BF%BD',
          '/rest/a/x%EF%BF%BD',
          '/rest/a?x%EF%BF%BD=x%EF%BF%BD',
        ]);
        (await client.get('/route')).assertHeader('Location', '/one/x%EF%BF%BD');
        (await client.get('/redirect')).assertHeader('Location', '/x%EF%BF%BD');
        (await client.get('/away')).assertHeader('Location', '/x%EF%BF%BD');
        (await client.get('/cookie')).assertStatus(204).assertHeader('Set-Cookie', 'a=x%EF%BF%BD; Path=/');
      },
    );
  });
});
