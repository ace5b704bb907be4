import { type Context, FrameworkError, HttpError, type Middleware, type Next, type Response } from '@taproot/core';
import type Koa from 'koa';
import { KoaView } from './koa-view.ts';

/**
 * One of our middleware out of one of Koa's, for example `fromKoa('compress', compress())`; made once and shared, since
 * two of one signature are refused. Headers it sets before `next()` yield to those the handler sets; a later one changes
 * the handler's response.
 */
export const fromKoa = (signature: string, middleware: Koa.Middleware): Middleware => ({
  signature: () => signature,
  async handle(ctx: Context, next: Next): Promise<Response> {
    const view = new KoaView(ctx);
    try {
      await middleware(view.asKoa(), async () => view.response.adopt(await next()));
      return view.response.finish();
    } catch (error) {
      view.response.discard();
      throw asHttpError(error);
    }
  },
});

/** An error of the `http-errors` kind, which Koa answers by its `status`, as one that we answer alike. */
const asHttpError = (error: unknown): unknown => {
  if (error instanceof FrameworkError || typeof error !== 'object' || error === null) return error;
  const { status, expose, message, headers } = error as Partial<
    Record<'status' | 'expose' | 'message' | 'headers', unknown>
  >;
  if (typeof status !== 'number' || status < 400 || status > 599) return error;
  const shown = expose === true && typeof message === 'string' ? message : undefined;
  return new HttpError(status, shown, { cause: error, headers: textHeaders(headers) });
};

const textHeaders = (headers: unknown): Record<string, string> =>
  typeof headers === 'object' && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};
