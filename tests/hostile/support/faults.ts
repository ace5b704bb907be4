import type { Application } from '@taproot/core';

/** What goes wrong inside an application, each under a path of its own and reported once. */
export const faults = [
  '/fault/throw',
  '/fault/string',
  '/fault/null',
  '/fault/frozen',
  '/fault/cyclic',
  '/fault/late',
  '/fault/float',
  '/fault/stream',
  '/fault/request-hook',
  '/fault/response-hook',
  '/fault/twice',
] as const;

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

/** Adds routes that fail, and hooks that fail for some of them. */
export const applyFaults = (app: Application): void => {
  const route = app.facades.Route();
  const { hooks } = app.facades.Http();
  route.get('/fault/throw', () => Promise.reject(new Error('/fault/throw')));
  route.get('/fault/string', () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the fault under test
    throw '/fault/string';
  });
  route.get('/fault/null', () => Promise.reject(null));
  route.get('/fault/frozen', () => Promise.reject(Object.freeze(new Error('/fault/frozen'))));
  route.get('/fault/cyclic', (ctx) => ctx.response().json(200, cyclic));
  route.get('/fault/late', (ctx) => {
    ctx.response().writer().end('by hand');
    throw new Error('/fault/late');
  });
  route.get('/fault/float', (ctx) => {
    void Promise.reject(new Error('/fault/float'));
    return ctx.response().string(200, 'ok');
  });
  route.get('/fault/stream', (ctx) =>
    ctx.response().stream(
      200,
      (async function* () {
        yield 'one ';
        throw new Error('/fault/stream');
      })(),
    ),
  );
  route.get('/fault/request-hook', (ctx) => ctx.response().string(200, 'ok'));
  route.get('/fault/response-hook', (ctx) => ctx.response().string(200, 'ok'));
  route
    .middleware({ signature: () => 'twice', handle: async (_ctx, next) => (await next(), next()) })
    .get('/fault/twice', (ctx) => ctx.response().string(200, 'ok'));
  hooks.request.tap('faults', (ctx) => {
    if (ctx.request().path() === '/fault/request-hook') throw new Error('/fault/request-hook');
    return undefined;
  });
  hooks.response.tap('faults', (response, ctx) => {
    if (ctx.request().path() === '/fault/response-hook') throw new Error('/fault/response-hook');
    return response;
  });
};
