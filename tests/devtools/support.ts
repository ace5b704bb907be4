import { afterEach } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { devtools } from '@taproot/devtools';
import { type RootRouter, routing } from '@taproot/routing';
import { silent } from './planted.ts';

export * from './asking.ts';

const open: Application[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** Closes an application after the test. */
export const closing = (app: Application): Application => {
  open.push(app);
  return app;
};

/** The console of another application with this key has the same token. */
export const APP_KEY = 'k3y-of-the-devtools-tests-0123456789abc';

/** A small application with devtools that serves; development unless `env` says something else. */
export const serve = async (
  env: Readonly<Record<string, string>> = { APP_ENV: 'development' },
  routes: (route: RootRouter) => void = (route) => void route.get('/', (ctx) => ctx.response().string(200, 'home')),
  quiet = silent,
): Promise<Application> => {
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_KEY, ...env } })
    .withPlugins([quiet, routing(), devtools()])
    .withConfig({ http: { port: 0 } })
    .withRouting(routes)
    .create();
  await app.open();
  return closing(app);
};
