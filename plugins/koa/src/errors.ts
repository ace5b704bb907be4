import { defineErrors } from '@taproot/core';

/** Errors of middleware of Koa. */
export const errors = defineErrors({
  E_KOA_CONTEXT: {
    message: 'koaContext() was called, but this application runs no middleware of Koa.',
    fix: 'Give a middleware to fromKoa(), or to withKoa() with koa() in withPlugins(). Read the request by ctx.request() otherwise.',
  },
  E_KOA_KEY_MISSING: {
    message: 'A Koa middleware, such as koa-session, signs a cookie, but this application has no APP_KEY.',
    fix: 'Run `npx taproot key:generate` to write an APP_KEY into .env. Tests read .env.testing in its place: set one there, too.',
  },
  E_KOA_MIDDLEWARE: {
    message: "fromKoa('{signature}', ...) at {place} got {actual} in place of a middleware (ctx, next).",
    fix: '{advice}.',
  },
  E_KOA_UNSUPPORTED: {
    message: 'A Koa middleware used {member}, which cannot work here: {reason}.',
    fix: 'Configure the middleware without it, or write it for Taproot: see "Middleware of Koa" in docs/routing.md.',
  },
});
