import { type Context, type Middleware } from '@taproot/core';
import { definePlugin, type Options, Stage } from '@taproot/core/plugin';
import { langDefaults } from './config.ts';
import { Lang } from './lang.ts';
import { createLangHooks, type LangHooks } from './lang-hooks.ts';
import { languagesOf, textsOf } from './languages.ts';
import { LocaleMiddleware } from './locale-middleware.ts';

declare module '@taproot/core' {
  interface Facades {
    /**
     * Translations in the locale of a request: `facades.Lang(ctx).get('cart.total', { total })`; without a context, in that of the
     * application.
     */
    Lang(ctx?: Context | null): Lang;
  }
  interface MiddlewareFactories {
    /** Sets the locale of requests to an existing locale, by `Accept-Language`. */
    locale(): Middleware;
  }
  interface PluginHooks {
    /** Hooks of localisation. */
    lang: LangHooks;
  }
}

/**
 * Localisation: `facades.Lang(ctx)` gives translations by key and locale, with plurals; `middleware.locale()` chooses the
 * locale of a request. Settings are in config/lang.ts, translations in lang/. `options` are settings of
 * that file, and win over it. Import it from `@taproot/lang`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), lang()])
 */
export const lang = (options?: Options<'lang'>) =>
  definePlugin({
    name: 'lang',
    config: { lang: langDefaults },
    options: { lang: options },
    facades: { Lang: (app) => (ctx) => new Lang(languagesOf(app), ctx ?? null) },
    middleware: { locale: (app) => () => new LocaleMiddleware(languagesOf(app)) },
    hooks: { lang: createLangHooks },
    locales: () => new URL('../lang/', import.meta.url),
    provides: { texts: (app) => textsOf(languagesOf(app)) },
    commands: () => import('./commands/index.ts'),
    declares: async (app) => [await (await import('./declared-keys.ts')).declaredKeys(app)],
    apply(app) {
      const languages = languagesOf(app);
      // At boot, all plugins already listen to reports. `first`, because code of the application may need a translation.
      app.hooks.boot.tapPromise({ name: 'lang', stage: Stage.first }, () => languages.load());
      app.hooks.shutdown.tapPromise('lang', () => languages.close());
    },
  });
