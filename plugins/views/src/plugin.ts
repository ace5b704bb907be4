import { definePlugin, type Options, type Reply } from '@taproot/core/plugin';
import './config.ts';
import type { Component } from './declared.ts';
import { declaredViews } from './declared-views.ts';
import { views as traced } from './traced-views.ts';
import { View } from './view.ts';
import { viewsOf } from './view-runtime.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Pages as strings, and values for all templates: `await facades.View().make('mail/welcome', { user })`. */
    View(): View;
  }
}

/**
 * Pages: `ctx.response().view('tickets/show', { ticket })`, from templates in views/ or from components in JSX. Settings are in
 * config/views.ts. `options` are settings of that file, and win over it. Take it from `@taproot/views`, and call it in the list of
 * `withPlugins()`.
 * @example setup().withPlugins([routing(), views()])
 */
export const views = (options?: Options<'views'>) =>
  definePlugin({
    name: 'views',
    requires: ['routing'],
    after: ['lang', 'session', 'security', 'auth'],
    config: { views: { folder: 'views', reload: null, render: null } },
    options: { views: options },
    facades: { View: (app) => new View(viewsOf(app)) },
    response: {
      view:
        (ctx, app, status) =>
        async (template: string | Component<never>, props: object = {}): Promise<Reply<number, string, 'text/html'>> =>
          ctx.response().html(status, await viewsOf(app).render(template, props, ctx)),
    },
    provides: { pages: (app) => (name, props, locale) => viewsOf(app).render(name, props, null, locale) },
    declares: (app) => [declaredViews(viewsOf(app))],
    traces: [traced],
    commands: () => import('./commands/index.ts'),
    apply(app) {
      const views = viewsOf(app);
      // While you develop, a page says so.
      if (!app.debug) app.hooks.start.tap('views', () => views.checkAssets());
    },
  });
