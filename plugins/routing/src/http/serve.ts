import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type Response } from '@taproot/core';
import type { Answer, Chain } from '@taproot/core/internal';
import { channels, type HttpDriver, isPromise } from '@taproot/core/plugin';
import type { RoutePriority } from '../config.ts';
import { errors } from '../errors.ts';
import { exchangeOf, NodeExchange, noteExchange } from '../exchange/exchange.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import { UpgradeReply } from '../exchange/upgrade-reply.ts';
import { writeResponse } from '../exchange/write-response.ts';
import { watchSent } from '../hooks/http-hooks.ts';
import { canonicalPath, originForm } from '../pattern/canonical-path.ts';
import { isSpelledPlainly } from '../pattern/spelling.ts';
import { selectDriver } from '../plan/select-driver.ts';
import { discard, isStream } from '../response/body-streams.ts';
import { firstBytes, unreadStream } from '../response/first-bytes.ts';
import { isEvents } from '../server/shutdown-signals.ts';
import { upgradeOf } from '../server/upgrade.ts';
import { openAll } from '../shared/open-first.ts';
import { methodFault } from './admission.ts';
import { withFallback } from './files-fallback.ts';
import { runChain, runHooked } from './run-chain.ts';
import { ServedSite, type SiteParts } from './served-site.ts';
import { switchProtocols } from './switch-protocols.ts';
import { tracedRequest } from './traced.ts';

/** The listener of an application, with the question that its server asks about upgrades. */
export interface SiteListener {
  readonly serve: RequestListener;
  /** Whether the route of a request declares that it takes upgrades. */
  readonly declares: (req: IncomingMessage) => boolean;
}

/** Creates the listener of an application. `own` receives the driver as soon as it is loaded, and must close it. */
export const createListener = async (
  parts: Omit<SiteParts, 'driver' | 'config'>,
  own: (driver: HttpDriver) => void,
): Promise<SiteListener> => {
  const { app, hooks } = parts;
  const config = app.config.http;
  const plan = withFallback(parts.plan);
  await openAll([...plan.stack, ...plan.routes.flatMap(({ middleware }) => middleware)], app);
  const driver = await selectDriver(app)(app);
  own(driver);
  const site = new ServedSite({ ...parts, config, plan, driver });
  const pipeline = await driver.listener?.({
    routes: site.routes,
    pass: (req, res, answer) => pass(site, req, res, answer),
    fault: site.fault,
  });
  const native = pipeline ?? null;
  const respond: RequestListener = (req, res) => {
    // Reads the address of the socket now, so that Node caches it. A handler may need it after the client has left.
    void req.socket.remoteAddress;
    if (channels.request.hasSubscribers)
      return tracedRequest(req, res, hooks.sent, () => serve(site, native, req, res));
    if (site.tellsSent) watchSent(req, res, hooks.sent);
    serve(site, native, req, res);
  };
  return { serve: respond, declares: (req) => declares(site, req) };
};

function declares(site: ServedSite, { url = '/' }: IncomingMessage): boolean {
  try {
    const path = canonicalPath(originForm(url).split('?', 1).join(''));
    return site.finder.find(path, 'GET').route?.info.meta.upgrade !== undefined;
  } catch {
    // The request is refused.
    return false;
  }
}

/**
 * Takes a request from Node's listener to the written response in five steps: admit, match, run, settle, write. A driver's
 * own pipeline (`native`) runs between the first two, if there is one.
 */
export function serve(
  site: ServedSite,
  native: RequestListener | null,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const exchange = new NodeExchange(req, res);
  if (native !== null || site.tellsSent || channels.request.hasSubscribers) noteExchange(exchange);
  const refused = admit(site, exchange);
  if (refused !== null) run(site, exchange, refused);
  else if (site.load.isFree) proceed(site, native, exchange);
  else queue(site, native, exchange);
}

function proceed(site: ServedSite, native: RequestListener | null, exchange: NodeExchange): void {
  if (native === null) run(site, exchange, match(site, exchange));
  else native(exchange.req, exchange.res);
}

/** Runs a request now or later, or refuses it, while the server is busy. */
function queue(site: ServedSite, native: RequestListener | null, exchange: NodeExchange): void {
  const priority = priorityOf(site, exchange);
  if (priority === 'critical') return proceed(site, native, exchange);
  const { load } = site;
  const refusal = load.refusal(priority === 'low');
  if (refusal !== null) return run(site, exchange, refuse(site, exchange, refusal));
  if (!load.mustWait) return proceed(site, native, exchange);
  load.wait({
    get isGone() {
      return exchange.res.destroyed || exchange.req.socket.destroyed;
    },
    // The line runs it within another request, whose `AsyncLocalStorage` it must not see.
    begin: AsyncResource.bind(() => proceed(site, native, exchange)),
    refuse: AsyncResource.bind(() => run(site, exchange, refuse(site, exchange, load.late()))),
  });
}

function priorityOf(site: ServedSite, { path, req }: NodeExchange): RoutePriority {
  try {
    return site.finder.find(path, req.method ?? 'GET').route?.info.meta.priority ?? 'normal';
  } catch {
    // The next search tells.
    return 'normal';
  }
}

/**
 * The second step, for a driver's pipeline. It matches `req.url` as the pipeline left it. A pipeline may guard the path in its original
 * spelling, so a path with needless escapes matches no route.
 */
export function pass(site: ServedSite, req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  const known = exchangeOf(req);
  const exchange = known ?? new NodeExchange(req, res);
  exchange.answer = answer;
  const target = req.url ?? '/';
  const refused = known !== undefined && target === known.target ? null : read(site, exchange, target);
  run(site, exchange, refused ?? matchAsSeen(site, exchange));
}

/** Reads the target that a pipeline passes on. Returns the chain to run if the target is not allowed, else null. */
function read(site: ServedSite, exchange: NodeExchange, target: string): Chain | null {
  try {
    canonicalize(exchange, target);
    return null;
  } catch (error) {
    return refuse(site, exchange, error);
  }
}

function matchAsSeen(site: ServedSite, exchange: NodeExchange): Chain {
  const chain = match(site, exchange);
  if (isSpelledPlainly(exchange.req.url ?? '/', exchange.route?.pattern ?? null)) return chain;
  exchange.route = null;
  return refuse(site, exchange, errors.E_ROUTE_NOT_FOUND());
}

/** Makes the path canonical. Returns the chain to run for a request that must not reach a route, else null. */
function admit(site: ServedSite, exchange: NodeExchange): Chain | null {
  const { req } = exchange;
  try {
    const fault = site.admission.fault(req);
    if (fault !== null) return refuse(site, exchange, fault);
    if (site.config.method_override && req.method === 'POST') overrideMethod(req);
    if (req.url === '*' && req.method === 'OPTIONS') return site.chains.serverOptions;
    canonicalize(exchange);
    return null;
  } catch (error) {
    return refuse(site, exchange, error);
  }
}

/** The method that a form asks for in its address. */
const asked = /[?&]_method=(put|patch|delete)(?:&|$)/i;

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i;

/** Forms of pages send GET and POST alone. Only their media types count, so that a script needs no second way. */
function overrideMethod(req: IncomingMessage): void {
  const method = asked.exec(req.url ?? '')?.[1];
  if (method !== undefined && formTypes.test(req.headers['content-type'] ?? '')) req.method = method.toUpperCase();
}

function refuse(site: ServedSite, exchange: NodeExchange, error: unknown): Chain {
  exchange.refusal = error;
  return site.chains.refused;
}

/** Makes the canonical path, from the target as it was sent or from another one. */
export function canonicalize(exchange: NodeExchange, target = exchange.target): void {
  const form = originForm(target);
  // The exchange has already read the original target.
  if (form !== exchange.target) exchange.readTarget(form);
  exchange.path = canonicalPath(exchange.path);
}

/** Finds the chain for path and method: a route, or the responses 404, 405 or 204. */
function match(site: ServedSite, exchange: NodeExchange): Chain {
  const method = exchange.req.method ?? 'GET';
  try {
    const { route, params, allow } = site.finder.find(exchange.path, method);
    const fault = route === null ? methodFault(exchange.req) : null;
    if (fault !== null) return refuse(site, exchange, fault);
    exchange.route = route;
    exchange.params = params;
    const chain = route ?? site.chains.unmatched(allow);
    return method === 'OPTIONS' ? site.preflights.chain(exchange, chain) : chain;
  } catch (cause) {
    return refuse(site, exchange, errors.E_DRIVER_FIND({ driver: site.driver }, { cause }));
  }
}

/** Runs middleware and handler. A synchronous response needs no deadline. */
function run(site: ServedSite, exchange: NodeExchange, chain: Chain): void {
  const ctx = site.createContext(exchange);
  exchange.ctx = ctx;
  const response = site.hooked ? runHooked(site.hooks, ctx, chain) : runChain(ctx, chain);
  if (!isPromise(response)) {
    ctx.end();
    return settle(ctx, response);
  }
  const waiting = site.deadlines.add(ctx, settle);
  void response.then((late) => {
    ctx.end();
    if (site.deadlines.remove(waiting)) settle(ctx, late);
    // The deadline has already answered. A tap may return something that is not a response and has no body.
    else discard(late?.body ?? null);
  });
}

/** Refuses an upgrade that the handler has answered like a plain request. */
function settle(ctx: HttpContext, response: Response): void {
  const { req, res } = ctx.exchange;
  const ignored = upgradeOf(req) !== undefined && !(response instanceof UpgradeReply) && response?.status < 300;
  if (!ignored || res.headersSent) return deliver(ctx, response);
  discard(response.body);
  void Promise.resolve(ctx.site.errors.respond(errors.E_UPGRADE_UNSUPPORTED(), ctx)).then((refusal) =>
    deliver(ctx, refusal),
  );
}

/** Closes the streams of responses that the handler made but did not return, and awaits the first bytes of the returned one. */
function deliver(ctx: HttpContext, response: Response): void {
  ctx.closeOthers(response);
  const { req, res } = ctx.exchange;
  const stream = res.headersSent ? null : unreadStream(req.method, response);
  // An endless stream begins at once with a comment.
  if (stream === null || ctx.request().endless) write(ctx, response);
  else void begin(ctx, response, stream);
}

/**
 * Begins a streamed response. Sends the head of an event stream at once. Other heads are sent with the first bytes, or after a short time
 * without any. If the stream fails before that, the error gets a normal error response.
 */
async function begin(ctx: HttpContext, response: Response, stream: Readable): Promise<void> {
  const { res } = ctx.exchange;
  const events = isEvents(response.header('content-type'));
  if (events) ctx.site.signals.addWritten(res, () => true);
  try {
    if (events || !(await firstBytes(stream))) res.once('pipe', () => res.flushHeaders());
  } catch (error) {
    if (!res.destroyed) return deliver(ctx, await ctx.site.errors.respond(error, ctx));
  }
  write(ctx, response);
}

/** Writes to the socket, or passes the response to the pipeline of the request. */
function write(ctx: HttpContext, response: Response): void {
  const { site, exchange } = ctx;
  // A stream may fail later, when only Node's request is known.
  if (isStream(response.body)) noteExchange(exchange);
  if (response instanceof UpgradeReply) switchProtocols(ctx, response);
  if (exchange.answer === null) writeResponse(exchange.req, exchange.res, response, site.fault);
  else exchange.answer(response, exchange);
}
