import { type Context, defineMiddleware, type Middleware } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import { readToken } from '../domain/secrets.ts';
import type { Store } from '../domain/store.ts';
import type { User, Viewer } from '../domain/types.ts';
import { badToken, noToken } from '../lib/failure.ts';
import { refuse } from './replies.ts';

declare module '@taproot/core' {
  interface ContextValues {
    viewer: Viewer;
  }
}

const description: MiddlewareDescription = {
  security: { name: 'Token', scheme: { type: 'apiKey', in: 'header', name: 'Authorization' }, optional: true },
  responses: [{ status: 401, description: 'The token is not valid.' }],
};

/** Finds the user of the token. Guests pass, a wrong token does not. */
export const session = ({ users }: Store): Middleware =>
  Object.assign(
    defineMiddleware('session', (ctx, next) => {
      const sent = ctx.request().header('Authorization');
      if (sent === '') {
        ctx.withValue('viewer', null);
        return next();
      }
      const [scheme = '', token = ''] = sent.split(' ');
      const user = users.get(readToken(token) ?? 0);
      if (scheme !== 'Token' || user === undefined) return refuse(ctx, badToken());
      ctx.withValue('viewer', user);
      return next();
    }),
    { describe: () => description },
  );

export const viewerOf = (ctx: Context): Viewer => ctx.value('viewer') ?? null;

/** Calls the handler with the user, and answers 401 without one. */
export const authed =
  <R>(handler: (ctx: Context, user: User) => R | Promise<R>) =>
  async (ctx: Context) => {
    const user = viewerOf(ctx);
    return user === null ? refuse(ctx, noToken()) : await handler(ctx, user);
  };

/** Calls the handler with the user, or null for a guest. */
export const visited =
  <R>(handler: (ctx: Context, viewer: Viewer) => R | Promise<R>) =>
  async (ctx: Context) =>
    await handler(ctx, viewerOf(ctx));
