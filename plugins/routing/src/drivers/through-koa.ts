import type { RequestListener } from 'node:http';
import type { Response } from '@taproot/core';
import Koa from 'koa';
import type { Dispatch } from './koa-driver.ts';

/** Puts one of our responses into Koa's context, so that native middleware around it may still change it. */
const apply = (ctx: Koa.Context, response: Response): void => {
  ctx.status = response.status;
  for (const [name, value] of response.headers()) ctx.set(name, typeof value === 'string' ? value : [...value]);
  const { body } = response;
  if (body !== null && typeof body === 'object' && 'open' in body) ctx.body = body.open();
  else if (body !== '') ctx.body = body;
  // Koa names a type of its own for each kind of body.
  const type = response.header('content-type');
  if (typeof type === 'string') ctx.set('Content-Type', type);
  else ctx.remove('Content-Type');
  if (body === null || body === '') ctx.status = response.status;
};

/** Koa's pipeline around our routes, with the native middleware that `configure` gives it; null when it gives none. */
export const throughKoa = (dispatch: Dispatch, configure: (koa: Koa) => void): RequestListener | null => {
  const koa = new Koa();
  configure(koa);
  if (koa.middleware.length === 0) return null;
  koa.use(async (ctx) => {
    const response = await dispatch(ctx.req, ctx.res);
    if (ctx.res.headersSent) ctx.respond = false;
    else apply(ctx, response);
  });
  return koa.callback();
};
