import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Application } from '@taproot/core';
import { definePlugin, type Options, Stage } from '@taproot/core/plugin';
import type { Http, RootRouter } from '@taproot/routing';
import { type Assets, assetsOf } from './assets.ts';
import { viteDefaults } from './config.ts';
import { Vite } from './vite.ts';
import { widenPolicies } from './widen-policy.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Scripts and style sheets of Vite: `facades.Vite().html(ctx, 'app.ts')`. Templates call `vite('app.ts')`. */
    Vite(): Vite;
  }
}

/** Seconds for which browsers keep a built file: a year. Its name changes with its content. */
const year = 31_536_000;

const registerRoutes = (app: Application, { dev }: Assets): void => {
  const http: Http = app.facades.Http();
  const router: RootRouter = app.facades.Route();
  if (dev !== null) {
    // No rate limit may count the modules of a page, and no login may stop them.
    const inside = router.withoutMiddleware(...http.globalMiddleware.steps);
    inside.mountNode(dev.path.slice(0, -1) || '/', dev.answer, { strip: false, upgrade: dev.upgrade });
    return;
  }
  const { base, out } = app.config.vite;
  const folder = app.path(out);
  if (!base.startsWith('/') || !existsSync(folder)) return;
  const path = base.slice(0, -1) || '/';
  router.static(path, folder, { maxAge: year, immutable: true, index: false });
  // A page of an older version asks for what is gone. No fallback may answer that with a page, and no cache may keep the answer.
  router.get(`${base}{path*}`, (ctx) =>
    ctx.response().header('Cache-Control', 'no-store').string(404, 'This file is of another version.\n'),
  );
};

/**
 * Scripts and style sheets by Vite. While you develop, Vite's server with its hot updates is behind the port of the application. In
 * production, the files of `vite build` are served. Settings are in config/vite.ts. `options` are settings of that file, and win over it.
 * Take it from `@taproot/vite`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), views(), vite()])
 */
export const vite = (options?: Options<'vite'>) =>
  definePlugin({
    name: 'vite',
    requires: ['routing'],
    config: { vite: viteDefaults },
    options: { vite: options },
    facades: { Vite: (app) => new Vite(assetsOf(app)) },
    provides: {
      assetTags: (app) => (ctx, entries) => assetsOf(app).tags(ctx, entries),
      bundledFolders: (app) => (assetsOf(app).dev === null ? [] : [resolve(app.basePath, app.config.vite.folder)]),
    },
    apply(app) {
      const assets = assetsOf(app);
      const { dev } = assets;
      app.hooks.boot.tap('vite', () => registerRoutes(app, assets));
      if (dev === null) {
        // Commands such as `migrate` run without a build. First, so that no plugin that reads it fails with an error of its own.
        app.hooks.start.tap({ name: 'vite', stage: Stage.first }, () => void assets.manifest);
        return;
      }
      // Tests have pages, and no browser that would load more.
      if (app.config.app.env === 'testing') return;
      app.hooks.start.tap('vite', () => dev.start());
      app.facades.Http().hooks.request.tapPromise('vite', async () => {
        await dev.ready();
        return undefined;
      });
      app.facades.Http().hooks.response.tap('vite', (response, ctx) => {
        const request = ctx.request();
        return widenPolicies(response, `${request.scheme() === 'https' ? 'wss' : 'ws'}://${request.host()}`);
      });
      app.hooks.shutdown.tapPromise('vite', () => dev.close());
    },
  });
