import type { UpgradeAccept } from '@taproot/core/internal';
import { isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { HeaderBag } from '../response/header-bag.ts';
import { hangUp } from '../server/end-politely.ts';
import { watchHead } from '../server/first-head.ts';
import { timerMilliseconds } from '../server/timer-milliseconds.ts';
import { type Upgrade, upgradeOf } from '../server/upgrade.ts';
import type { HttpContext } from './http-context.ts';
import { Reply } from './reply.ts';

/** The response of `upgrade()`: other code gets the connection and writes the head. */
export class UpgradeReply extends Reply {
  readonly accept: UpgradeAccept;

  constructor(bag: HeaderBag, accept: UpgradeAccept) {
    super(bag, 101, null, '');
    this.accept = accept;
  }
}

/** The host of an origin with its port; null for an origin without one. */
const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/** Whether a page of another origin sends the request, with cookies of the user. Browsers apply CORS to no WebSocket. */
const isForeign = (ctx: HttpContext, allowed: unknown): boolean => {
  const request = ctx.request();
  const origin = request.header('origin');
  if (origin === '' || allowed === origin) return false;
  // `*` allows what every site may do: a request without credentials.
  if (allowed === '*' && request.header('cookie') === '' && request.header('authorization') === '') return false;
  const { url } = ctx.site.app.config.app;
  const host = origin === 'null' ? null : hostOf(origin);
  return host === null || (host !== request.host().toLowerCase() && host !== (url === null ? null : hostOf(url)));
};

/**
 * Throws when a request must not switch to `protocol`.
 * @throws E_UPGRADE_REQUIRED; E_UPGRADE_ORIGIN; E_SERVER_CLOSING
 */
export const checkUpgrade = (ctx: HttpContext, protocol: string): void => {
  const request = ctx.request();
  if (request.upgrade() !== protocol.toLowerCase())
    throw errors.E_UPGRADE_REQUIRED({ protocol }, { headers: { Upgrade: protocol, Connection: 'Upgrade, close' } });
  const { headers } = ctx.response();
  const allowed =
    headers.get('Access-Control-Allow-Origin') ?? ctx.exchange.res.getHeader('access-control-allow-origin');
  if (isForeign(ctx, allowed)) throw errors.E_UPGRADE_ORIGIN({ origin: JSON.stringify(request.header('origin')) });
  ctx.site.signals.refuseWhenClosing();
};

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
const giveUp = ({ status, socket }: Upgrade): void => {
  if (status !== 0) socket.destroy();
  else hangUp(socket, 'HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
};

/** Closes a connection, and reports it, when no code writes to it within `http.request_timeout`. */
const expectHead = (ctx: HttpContext, { socket }: Upgrade): NodeJS.Timeout | undefined => {
  const seconds = ctx.site.config.request_timeout;
  if (seconds === null) return undefined;
  const timer = setTimeout(() => {
    ctx.site.fault(errors.E_UPGRADE_UNANSWERED({ path: ctx.request().originPath(), seconds }), ctx.exchange.req);
    socket.destroy();
  }, timerMilliseconds(seconds)).unref();
  socket.once('close', () => clearTimeout(timer));
  return timer;
};

/** Gives the connection of a request to the code that `upgrade()` named. Nothing happens when the client has left. */
export const switchProtocols = (ctx: HttpContext, reply: UpgradeReply): void => {
  const { req, res } = ctx.exchange;
  const upgrade = upgradeOf(req);
  if (upgrade === undefined || res.headersSent || res.destroyed) return;
  const { socket, head } = upgrade;
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
  upgrade.onSwitch(() => ctx.site.upgrades.add(socket, () => request.hasSignal));
  // Limits of the time of requests do not hold for the new protocol.
  if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0);
  const failed = (error: unknown): void => {
    ctx.site.fault(error, req);
    giveUp(upgrade);
  };
  try {
    const outcome = reply.accept(req, socket, head);
    if (isPromise(outcome)) outcome.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
};
