import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Application, type Config, type Context, createFacades, type Middleware, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { lang } from '@taproot/lang';
import { type RootRouter, routing } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';

/** An application that must not come up, and what its error must name. */
export interface Broken {
  readonly names: RegExp;
  readonly boot: () => Promise<Application>;
}

const handler = (ctx: Context) => ctx.response().noContent();
const env = { APP_ENV: 'production' };
const plugin = definePlugin;

interface Parts {
  readonly plugins?: readonly ReturnType<typeof plugin>[];
  readonly config?: Config;
  readonly routes?: (route: RootRouter, handle: ReturnType<typeof createFacades>) => void;
  readonly env?: Readonly<Record<string, string>>;
  readonly callback?: (app: Application) => void | Promise<void>;
}

/** An application of every plugin, with one thing wrong; it is opened, should it boot. */
const broken = (names: RegExp, parts: Parts): Broken => ({
  names,
  boot: async () => {
    const handle = createFacades();
    const http = typeof parts.config?.http === 'object' ? parts.config.http : {};
    const app = await setup(handle, { basePath: import.meta.dirname, env: { ...env, ...parts.env } })
      .withPlugins([routing(), cors(), throttle(), lang(), validation(), ...(parts.plugins ?? [])])
      .withConfig({ ...parts.config, http: { port: 0, ...http } })
      .withRouting((route) => parts.routes?.(route, handle))
      .withCallback((app) => parts.callback?.(app))
      .create();
    await app.open();
    return app;
  },
});

class Same implements Middleware {
  signature = () => 'same';
  handle: Middleware['handle'] = (_ctx, next) => next();
}
class Other extends Same {}

const twoFaced = (name: string) => plugin({ name, facades: { Twice: () => name } as never });

/** Thirty of them, one after another by name. */
export const brokenApplications: Readonly<Record<string, Broken>> = {
  'a circle of plugins': broken(/alpha.*beta.*gamma|beta.*gamma.*alpha|gamma.*alpha.*beta/s, {
    plugins: [
      plugin({ name: 'alpha', after: ['beta'] }),
      plugin({ name: 'beta', after: ['gamma'] }),
      plugin({ name: 'gamma', after: ['alpha'] }),
    ],
  }),
  'a plugin that waits for itself': broken(/alpha/, { plugins: [plugin({ name: 'alpha', after: ['alpha'] })] }),
  'a plugin that is missing': broken(/"alpha".*"nowhere"/s, {
    plugins: [plugin({ name: 'alpha', requires: ['nowhere'] })],
  }),
  'two plugins of one name': broken(/alpha/, { plugins: [plugin({ name: 'alpha' }), plugin({ name: 'alpha' })] }),
  'two plugins of one facade': broken(/Twice.*first.*second/s, { plugins: [twoFaced('first'), twoFaced('second')] }),
  'a plugin that throws in apply()': broken(/alpha.*no luck/s, {
    plugins: [
      plugin({
        name: 'alpha',
        apply: () => {
          throw new Error('no luck');
        },
      }),
    ],
  }),
  'a plugin that rejects at boot': broken(/alpha.*no luck/s, {
    plugins: [
      plugin({
        name: 'alpha',
        apply: (app) => app.hooks.boot.tapPromise('alpha', () => Promise.reject(new Error('no luck'))),
      }),
    ],
  }),
  'a plugin that rejects at start': broken(/alpha.*no luck/s, {
    plugins: [
      plugin({
        name: 'alpha',
        apply: (app) => app.hooks.start.tapPromise('alpha', () => Promise.reject(new Error('no luck'))),
      }),
    ],
  }),
  'a plugin that never ends': broken(/alpha.*0\.5 s/s, {
    config: { app: { boot_timeout: 0.5 } },
    plugins: [
      plugin({ name: 'alpha', apply: (app) => app.hooks.boot.tapPromise('alpha', () => new Promise(() => undefined)) }),
    ],
  }),
  'an unknown configuration file': broken(/htpp.*http/s, { config: { htpp: {} } as never }),
  'an unknown configuration key': broken(/http\.prot.*port/s, { config: { http: { prot: 1 } as never } }),
  'a configuration value of another kind': broken(/http\.max_url.*number/s, {
    config: { http: { max_url: 'much' as never } },
  }),
  'a variable that is no number': broken(/PORT.*many/s, { env: { PORT: 'many' } }),
  'a driver that does not exist': broken(/kao.*koa/s, { config: { http: { driver: 'kao' } } }),
  'a host of another machine': broken(/192\.0\.2\.1/, { config: { http: { host: '192.0.2.1' } } }),
  'a port that does not exist': broken(/70000/, { config: { http: { port: 70_000 } } }),
  'a certificate that is missing': broken(/nowhere\.pem/, {
    config: { http: { tls: { cert: 'nowhere.pem', key: 'nowhere.pem' } } },
  }),
  'a proxy that is no address': broken(/999\.1\.1\.1/, { config: { http: { trusted_proxies: ['999.1.1.1'] } } }),
  'a trusted host that is an address': broken(/https:\/\/a\.test/, {
    config: { http: { trusted_hosts: ['https://a.test'] } },
  }),
  'CORS for everybody with credentials': broken(/supports_credentials/, {
    config: { cors: { allowed_origins: ['*'], supports_credentials: true } },
  }),
  'an origin without a scheme': broken(/a\.test.*scheme/s, { config: { cors: { allowed_origins: ['a.test'] } } }),
  'a limiter that does not exist': broken(/uplaods.*uploads/s, {
    routes: (route, { middleware }) => route.middleware(middleware.throttle('uplaods')).get('/', handler),
    callback: (app) => void app.facades.RateLimiter().for('uploads', () => limit.perMinute(1)),
  }),
  'a limit that is no number': broken(/NaN/, { callback: () => void limit.perMinute(Number.NaN) }),
  'a route registered twice': broken(/\/same/, {
    routes: (route) => {
      route.get('/same', handler);
      route.get('/same', handler);
    },
  }),
  'a parameter named twice': broken(/\/u\/\{id\}\/p\/\{id\}/, {
    routes: (route) => route.get('/u/{id}/p/{id}', handler),
  }),
  'a pattern that is not closed': broken(/\/a\/\{b/, { routes: (route) => route.get('/a/{b', handler) }),
  'two routes of one name': broken(/home/, {
    routes: (route) => {
      route.get('/a', handler).name('home');
      route.get('/b', handler).name('home');
    },
  }),
  'two middleware of one signature': broken(/First|Same.*Other/s, {
    routes: (route) => {
      route.middleware(new Same()).get('/a', handler);
      route.middleware(new Other()).get('/b', handler);
    },
  }),
  'a directory of files that is missing': broken(/no-such-directory/, {
    routes: (route) => route.static('/static', 'no-such-directory'),
  }),
  'a port in use': {
    names: /127\.0\.0\.1:\d+/,
    boot: async () => {
      const other = createServer().listen(0, '127.0.0.1').unref();
      await once(other, 'listening');
      const address = other.address();
      const port = address === null || typeof address === 'string' ? 0 : address.port;
      try {
        return await broken(/./, { config: { http: { port } } }).boot();
      } finally {
        other.close();
      }
    },
  },
};
