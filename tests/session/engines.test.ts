import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { Browser, site } from './support.ts';

const ada = { email: 'ada@example.com', password: 'secret' };

const register = ({ facades, middleware }: Application): void => {
  facades
    .Route()
    .middleware(middleware.session())
    .group((route) => {
      route.get('/read', (ctx) => ({ ...ctx.request().session().all() }));
      route.get('/put/{key:a|b}', (ctx) => {
        const key = ctx.request().route('key') === 'a' ? 'a' : 'b';
        ctx.request().session().put(key, `${key} "ä" 😀 \u0000 \\`);
        return { ok: true };
      });
      route.get('/big', (ctx) => (ctx.request().session().put('big', '"'.repeat(29_000)), { ok: true }));
      route.post('/login', async (ctx) => {
        const user = await facades.Auth(ctx).verify(ctx.request().only('email', 'password'));
        if (user !== null) await facades.Auth(ctx).login(user, { remember: true });
        return { ok: user !== null };
      });
      route.middleware(middleware.auth('web')).get('/me', async (ctx) => ({ id: await facades.Auth(ctx).id() }));
    });
};

onEngines((engine) => {
  test('the tables keep sessions, what parallel requests change, lists and remembered logins', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        await using app = await site({ store: 'database', connection, register, session: { timeout: 10 } });
        const browser = new Browser(app);
        await browser.get('/put/a');
        await Promise.all(['a', 'b', 'a', 'b', 'a', 'b'].map((key) => browser.get(`/put/${key}`)));
        const value = (key: string) => `${key} "ä" 😀 \u0000 \\`;
        expect(await (await browser.get('/read')).json()).toEqual({ a: value('a'), b: value('b') });
        expect((await browser.get('/big')).status).toBe(200);
        expect(await (await browser.get('/read')).json()).toMatchObject({ big: '"'.repeat(29_000) });
        expect(await (await browser.post('/login', ada)).json()).toEqual({ ok: true });
        expect(await app.facades.Session().ofUser(1)).toHaveLength(1);
        browser.cookies.delete('session');
        const tabs = [browser.copy(), browser.copy()];
        expect((await Promise.all(tabs.map((tab) => tab.get('/me')))).map(({ status }) => status)).toEqual([200, 200]);
        expect(await app.facades.Session().endAll(1)).toBe(3);
        expect(await app.facades.Session().ofUser(1)).toEqual([]);
        expect(app.reports).toEqual([]);
      }),
    ));
});
