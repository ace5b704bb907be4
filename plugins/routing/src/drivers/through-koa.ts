import type { RequestListener } from 'node:http';
import type { Response } from '@taproot/core';
import Koa from 'koa';
import type { Fault } from '../response/write-response.ts';
import type { Dispatch } from './koa-driver.ts';

/** Puts one of our responses into Koa's context, so that native middleware around it may still change it. */
const apply = (ctx: Koa.Context, response: Response): void => {
  for (const [name, value] of response.headers()) ctx.set(name, typeof value === 'string' ? value : [...value]);
  const { body } = response;
  ctx.body = body !== null && typeof body === 'object' && 'open' in body ? body.open() : body;
  ctx.status = response.status;
  // Koa names a type of its own for each kind of body.
  const type = response.header('content-type');
  if (typeof type === 'string') ctx.set('Content-Type', type);
  else ctx.remove('Content-Type');
};

/** Koa's pipeline around our routes, with the native middleware that `configure` gives it; null when it gives none. */
export const throughKoa = (dispatch: Dispatch, fault: Fault, configure: (koa: Koa) => void): RequestListener | null => {
  const koa = new Koa();
  koa.on('error', fault);
  configure(koa);
  if (koa.middleware.length === 0) return null;
  koa.use(async (ctx) => {
    const response = await dispatch(ctx.req, ctx.res);
    if (ctx.res.headersSent) ctx.respond = false;
    else apply(ctx, response);
  });
  return koa.callback();
};
