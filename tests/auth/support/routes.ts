import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';

/** The routes of an application that people log in to. */
export const loginRoutes = (
  route: RootRouter,
  { facades, middleware }: Pick<Application, 'facades' | 'middleware'>,
): void => {
  route.post('/login', async (ctx) => {
    const tokens = await facades.Auth(ctx).attempt(ctx.request().only('email', 'password'));
    return tokens === null
      ? ctx.response().json(401, { message: 'Wrong e-mail or password.' })
      : ctx.response().json(200, tokens);
  });
  route.post('/refresh', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).refresh()));
  route.get('/whoami', async (ctx) => ctx.response().json(200, { user: await facades.Auth(ctx).user() }));
  route.middleware(middleware.guest()).get('/welcome', (ctx) => ctx.response().success().string('welcome'));
  const inside = route.middleware(middleware.auth());
  inside.get('/me', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
  inside.post('/logout', async (ctx) => {
    await facades.Auth(ctx).logout();
    return ctx.response().noContent();
  });
};
