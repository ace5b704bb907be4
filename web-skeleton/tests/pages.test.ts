import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Application, Context } from '@taproot/core';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;
beforeAll(async () => {
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
});
afterAll(() => app.close());

/** Lines for the compiler: `npx taproot types` has told it which props a page has. */
const wrongProps = (ctx: Context) => [
  // @ts-expect-error -- a number is no token
  ctx.response().view('entrance/reset-password', { token: 7 }),
  // @ts-expect-error -- the token is missing
  ctx.response().view('entrance/reset-password'),
  // @ts-expect-error -- there is no such page
  ctx.response().view('entrance/reset-pasword', { token: 'a' }),
];

test('pages have one frame, and no cache keeps them', async () => {
  expect(wrongProps).toHaveLength(1);
  for (const path of ['/', '/login', '/register', '/forgot-password'])
    await http(app)
      .get(path)
      .assertOk()
      .assertSee('Skip to the content')
      .assertHeader('Cache-Control', 'no-store')
      .assertHeader('Content-Type', 'text/html; charset=utf-8');
});
