import { STATUS_CODES } from 'node:http';
import type { Response } from '@taproot/core';
import { isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import type { UpgradeReply } from '../exchange/upgrade-reply.ts';
import { hangUp } from '../server/end-politely.ts';
import { watchHead } from '../server/first-head.ts';
import { timerMilliseconds } from '../server/timer-milliseconds.ts';
import { type Upgrade, upgradeOf } from '../server/upgrade.ts';

/** The headers of the reply, including those that Koa, Fastify or middleware of Express have set on Node's response. */
const headersOf = (
  { exchange: { res } }: HttpContext,
  { bag }: UpgradeReply,
): (() => Record<string, string | number | string[]>) => {
  for (const [name, value] of bag.entries()) {
    const values = typeof value === 'string' ? value : [...value];
    if (name.toLowerCase() === 'set-cookie') res.appendHeader(name, values);
    else res.setHeader(name, values);
  }
  // Middleware may wait for writeHead() to set its headers. Without a socket, nothing is written.
  res.writeHead(101);
  const headers = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return () => Object.fromEntries(headers) as Record<string, string | number | string[]>;
};

/** Ends a connection that was given to code that failed. */
const giveUp = async (ctx: HttpContext, upgrade: Upgrade, error: unknown): Promise<void> => {
  const { socket } = upgrade;
  if (upgrade.status === 0) {
    const response = await ctx.site.errors.respond(error, ctx);
    // The code may have answered meanwhile.
    if (upgrade.status === 0) return hangUp(socket, messageOf(response));
  } else ctx.site.fault(error, ctx.exchange.req);
  socket.destroy();
};

/** The bytes of an error response. Its head gets the other headers of the context, as every head of an upgrade does. */
const messageOf = (response: Response): Buffer => {
  const { status, body } = response;
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
  const type = [response.header('Content-Type') ?? []].flat().map((each) => `Content-Type: ${each}\r\n`);
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  const head = `${line}Connection: close\r\n${type.join('')}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
};

/** Closes a connection, and reports it, when no code writes to it within `http.request_timeout`. */
const expectHead = (ctx: HttpContext, { socket }: Upgrade): NodeJS.Timeout | undefined => {
  const seconds = ctx.site.config.request_timeout;
  if (seconds === null) return undefined;
  return setTimeout(() => {
    if (socket.destroyed) return;
    ctx.site.fault(errors.E_UPGRADE_UNANSWERED({ path: ctx.request().originPath(), seconds }), ctx.exchange.req);
    socket.destroy();
  }, timerMilliseconds(seconds)).unref();
};

/** Gives the connection of a request to the code that `upgrade()` named. Nothing happens when the client has left. */
export const switchProtocols = (ctx: HttpContext, reply: UpgradeReply): void => {
  const { req, res } = ctx.exchange;
  const upgrade = upgradeOf(req);
  if (upgrade === undefined || res.headersSent || res.destroyed) return;
  const { socket } = upgrade;
  upgrade.release(res);
  const headers = headersOf(ctx, reply);
  const timer = expectHead(ctx, upgrade);
  const request = ctx.request();
  request.becomeEndless();
  watchHead(socket, {
    headers,
    told: (status) => {
      clearTimeout(timer);
      res.statusCode = status;
      upgrade.answered(status);
    },
  });
  upgrade.onSwitch(() => ctx.site.upgrades.add(socket, request));
  // Limits of the time of requests do not hold for the new protocol.
  if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0);
  const failed = (error: unknown): void => {
    clearTimeout(timer);
    void giveUp(ctx, upgrade, error);
  };
  try {
    const outcome = reply.accept(req, socket, upgrade.takeHead());
    if (isPromise(outcome)) outcome.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
};
