import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { hasCode, type Response } from '@taproot/core';
import { type DriverSite } from '@taproot/core/plugin';
import { openBody } from '@taproot/routing/bridge';
import {
  abandon,
  breakOff,
  checkStatus,
  contentLength,
  endPolitely,
  type Fault,
  isLeft,
} from '@taproot/routing/driver';
import Koa from 'koa';
import { giveParsed } from './exchange.ts';

/** Puts one of our responses into Koa's context, so that native middleware around it may still change it. */
const apply = (ctx: Koa.Context, response: Response, fault: Fault): void => {
  checkStatus(response.status);
  const body = openBody(response);
  if (body instanceof Readable && ctx.method !== 'HEAD')
    body.once('error', (error) => isLeft(ctx.res, error) || fault(error, ctx.req));
  // Removes the type first: with the type JSON, Koa would send an absent body as `null`.
  ctx.remove('Content-Type');
  // A Buffer, because Koa would send any other byte array as JSON.
  ctx.body = body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body;
  ctx.status = response.status;
  for (const [name, value] of response.headers()) {
    const values = typeof value === 'string' ? value : [...value];
    // Keeps headers that native middleware has set.
    if (/^vary$/i.test(name)) ctx.vary(values);
    else if (/^set-cookie$/i.test(name)) ctx.append(name, values);
    else ctx.set(name, values);
  }
  // Koa sets its own type for each kind of body, so replace it.
  const type = response.header('content-type');
  if (typeof type === 'string') ctx.set('Content-Type', type);
  else ctx.remove('Content-Type');
  // Koa drops the length without a body, but a HEAD response has the length of the GET body (RFC 9110 9.3.2).
  const length = contentLength(ctx.method, response);
  if (length === undefined) ctx.remove('Content-Length');
  else ctx.set('Content-Length', length);
};

/** Whether an error of Koa's middleware is meant for the client, such as a 401. It gets a response and is not reported. */
const isExposed = (error: Error): boolean => {
  const { expose, status }: { readonly expose?: unknown; readonly status?: unknown } = Object(error);
  return expose === true || (typeof status === 'number' && status < 500);
};

/** Reports an error only once, because Koa emits the error of a failing body twice. */
const once = (fault: Fault): Fault => {
  const told = new WeakSet<object>();
  return (error, req) => {
    const known = Object(error);
    if (told.has(known)) return;
    told.add(known);
    fault(error, req);
  };
};

/** Whether the other end of a connection or a stream is gone. Another listener reports failing bodies. */
const isClosed = (error: unknown): boolean =>
  hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'E_SERVER_CLOSING');

/** Koa's pipeline around our routes, with the middleware that `configure` adds; null when it adds none. */
export const throughKoa = async (
  { pass, fault }: DriverSite,
  configure: (koa: Koa) => Promise<void>,
): Promise<RequestListener | null> => {
  const koa = new Koa();
  const tell = once(fault);
  koa.on('error', (error: Error) => isExposed(error) || isClosed(error) || tell(error));
  await configure(koa);
  if (koa.middleware.length === 0) return null;
  koa.use(async (ctx) => {
    giveParsed(ctx);
    // Koa begins with 404. A handler that writes the response itself must begin with Node's 200, like without Koa.
    if (ctx.res.statusCode === 404) ctx.res.statusCode = 200;
    const response = await new Promise<Response>((resolve) => pass(ctx.req, ctx.res, resolve));
    if (ctx.res.headersSent) {
      ctx.respond = false;
      breakOff(ctx.res, response);
    } else {
      if (!ctx.req.complete) endPolitely(ctx.req, ctx.res);
      try {
        apply(ctx, response, tell);
      } catch (error) {
        tell(error);
        ctx.respond = false;
        abandon(ctx.res, response);
      }
    }
  });
  return koa.callback();
};
