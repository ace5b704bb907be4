import { expect, test } from '@jest/globals';
import { createFacades, setup } from '@taproot/core';
import { database } from '@taproot/database';
import { routing } from '@taproot/routing';
import { http } from '@taproot/routing/testing';
import { sql } from 'kysely';

test('F-6: the debug page shows the statement that failed, once, the line that ran it, and no value', async () => {
  const handle = createFacades();
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'development' } })
    .withPlugins([routing(), database()])
    .withConfig({ database: { default: 'sqlite', connections: { sqlite: { path: ':memory:' } } } })
    .withCallback((booting) => booting.hooks.report.tap('test', () => undefined))
    .withRouting((route) => {
      route.get('/posts', async (ctx) => {
        const slug = ctx.request().query('slug');
        const rows = await sql`select * from posts where slug = ${slug}`.execute(handle.facades.DB());
        return ctx.response().json(200, rows.rows);
      });
    })
    .create();
  try {
    const { text } = await http(app).accept('text/html').get('/posts?slug=moss').assertStatus(500);
    expect(text).toContain('<code>npx taproot migrate</code>');
    expect(text.match(/<pre [^>]*aria-label="Statement">select \* from posts where slug = \?<\/pre>/g)).toHaveLength(1);
    expect(text).toMatch(/<details open><summary><code>tests\/database\/debug-page\.test\.ts:\d+<\/code>/);
    expect(text).toContain('class="at" aria-current="true"><span>        const rows = await sql');
    // In the query of the request, and nowhere else.
    expect(text.match(/moss/g)).toHaveLength(1);
  } finally {
    await app.close();
  }
});
