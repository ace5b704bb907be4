import type { Context, Middleware } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { checkConfig, sessionDefaults } from './config.ts';
import { errors } from './errors.ts';
import { SessionMiddleware } from './http/session-middleware.ts';
import type { Session } from './session.ts';
import { madeSessions, sessionsOf } from './session-runtime.ts';
import { Sessions } from './sessions.ts';

declare module '@taproot/core' {
  interface Facades {
    /** The sessions of users: `await facades.Session().ofUser(user.id)`. */
    Session(): Sessions;
  }
  interface RequestMethods {
    /**
     * The session of this client, on routes behind `middleware.session()`.
     *
     * @throws E_SESSION_CLOSED on any other route.
     */
    session(): Session;
  }
  interface MiddlewareFactories {
    /**
     * Opens a session for each request, and writes it when it has changed. Requests that change something and come from another site get
     * 403. A form that is not valid goes back to its page (303), with its input and its errors.
     */
    session(): Middleware;
  }
}

const sessionOf = (ctx: Context): Session => {
  const session = ctx.value('session');
  if (session === undefined) throw errors.E_SESSION_CLOSED();
  return session;
};

/**
 * Sessions: `ctx.request().session()` on routes behind `middleware.session()`, with flash values, old input and errors of forms. Settings
 * are in config/session.ts: encrypted cookies by default, which need `@taproot/crypt`.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/session`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), crypt(), session()])
 */
export const session = (options?: Options<'session'>) =>
  definePlugin({
    name: 'session',
    requires: ['routing'],
    after: ['crypt', 'redis', 'database'],
    config: { session: sessionDefaults },
    options: { session: options },
    facades: { Session: (app) => new Sessions(sessionsOf(app)) },
    middleware: { session: (app) => () => new SessionMiddleware(app) },
    request: { session: (ctx) => () => sessionOf(ctx) },
    provides: {
      loginSessions: () => (ctx) => ctx.value('session') ?? null,
      pageSession: (app) => (ctx) => {
        const session = ctx.value('session');
        if (session === undefined) return null;
        const { tokens } = app.config.session.cross_origin;
        return {
          old: (field, fallback) => session.old(field, fallback),
          errors: () => session.errors(),
          value: (key) => Object.entries(session.all()).find(([name]) => name === key)?.[1],
          token: () => (tokens ? session.token() : null),
        };
      },
    },
    commands: () => import('./commands/index.ts'),
    apply(app) {
      checkConfig(app.config.session);
      app.hooks.start.tapPromise('session', async () => madeSessions(app)?.open());
      app.hooks.shutdown.tapPromise('session', async () => madeSessions(app)?.close());
    },
  });
