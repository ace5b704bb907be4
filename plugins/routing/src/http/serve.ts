import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type Response } from '@taproot/core';
import { type Answer, type Chain, channels, isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { canonicalPath, originForm } from '../pattern/canonical-path.ts';
import { isSpelledPlainly } from '../pattern/spelling.ts';
import { exchangeOf, keepExchange, SocketExchange } from '../request/exchange.ts';
import type { HttpContext } from '../request/http-context.ts';
import { firstBytes, isEventStream, unreadStream } from '../response/first-bytes.ts';
import { discard, isStream } from '../response/reply.ts';
import { writeResponse } from '../response/write-response.ts';
import type { HttpApp } from './http-app.ts';
import { runChain } from './run-chain.ts';
import { runHooked } from './run-hooked.ts';

/**
 * Takes a request from Node's listener to the written response in five steps: admit, match, run, settle, write. A driver's
 * own pipeline (`native`) runs between the first two, if there is one.
 */
export function serve(http: HttpApp, native: RequestListener | null, req: IncomingMessage, res: ServerResponse): void {
  const exchange = new SocketExchange(req, res);
  if (native !== null || http.tellsSent || channels.request.hasSubscribers) keepExchange(exchange);
  const refused = admit(http, exchange);
  if (refused !== null) run(http, exchange, refused);
  else if (native === null) run(http, exchange, match(http, exchange));
  else native(req, res);
}

/**
 * The second step, for a driver's pipeline. It matches `req.url` as the pipeline left it. A pipeline may guard the path
 * as it was sent, so a path with needless escapes matches no route.
 */
export function pass(http: HttpApp, req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  const known = exchangeOf(req);
  const exchange = known ?? new SocketExchange(req, res);
  exchange.answer = answer;
  const target = req.url ?? '/';
  const refused = known !== undefined && target === known.target ? null : read(http, exchange, target);
  run(http, exchange, refused ?? matchAsSeen(http, exchange));
}

/** Reads the target that a pipeline passes on; what to run if it names no route. */
function read(http: HttpApp, exchange: SocketExchange, target: string): Chain | null {
  try {
    canonicalize(exchange, target);
    return null;
  } catch (error) {
    return refuse(http, exchange, error);
  }
}

function matchAsSeen(http: HttpApp, exchange: SocketExchange): Chain {
  const chain = match(http, exchange);
  if (isSpelledPlainly(exchange.req.url ?? '/', exchange.route?.pattern ?? null)) return chain;
  exchange.route = null;
  return refuse(http, exchange, errors.E_ROUTE_NOT_FOUND());
}

/** Makes the path canonical. Returns what to run for a request that must not reach a route, and null for all others. */
function admit(http: HttpApp, exchange: SocketExchange): Chain | null {
  const { req } = exchange;
  try {
    const fault = http.admission.fault(req);
    if (fault !== null) return refuse(http, exchange, fault);
    if (req.url === '*' && req.method === 'OPTIONS') return http.chains.serverOptions;
    canonicalize(exchange);
    return null;
  } catch (error) {
    return refuse(http, exchange, error);
  }
}

function refuse(http: HttpApp, exchange: SocketExchange, error: unknown): Chain {
  exchange.refusal = error;
  return http.chains.refused;
}

/** Makes the canonical path, from the target as it was sent or from another one. */
export function canonicalize(exchange: SocketExchange, target = exchange.target): void {
  const form = originForm(target);
  // The exchange has read the target that was sent.
  if (form !== exchange.target) exchange.readTarget(form);
  exchange.path = canonicalPath(exchange.path);
}

/** Finds what to run for path and method: a route, or the answer 404, 405 or 204. */
function match(http: HttpApp, exchange: SocketExchange): Chain {
  const method = exchange.req.method ?? 'GET';
  try {
    const { route, params, allow } = http.finder.find(exchange.path, method);
    exchange.route = route;
    exchange.params = params;
    const chain = route ?? http.chains.unmatched(allow);
    return method === 'OPTIONS' ? http.preflights.chain(exchange, chain) : chain;
  } catch (cause) {
    return refuse(http, exchange, errors.E_DRIVER_FIND({ driver: http.driver }, { cause }));
  }
}

/** Runs middleware and handler. A response that is there at once needs no deadline. */
function run(http: HttpApp, exchange: SocketExchange, chain: Chain): void {
  const ctx = new http.Context(http, exchange);
  exchange.ctx = ctx;
  const response = http.hooked ? runHooked(ctx, chain) : runChain(ctx, chain);
  if (!isPromise(response)) {
    ctx.end();
    return settle(ctx, response);
  }
  const waiting = http.deadlines.add(ctx, settle);
  void response.then((late) => {
    ctx.end();
    if (http.deadlines.remove(waiting)) settle(ctx, late);
    // The deadline has already answered. A tap may return something other than a response, which has no body.
    else discard(late?.body ?? null);
  });
}

/** Closes the streams of responses that the handler made and did not return, and awaits the first bytes of the one it did. */
function settle(ctx: HttpContext, response: Response): void {
  ctx.closeOthers(response);
  const { req, res } = ctx.exchange;
  const stream = res.headersSent ? null : unreadStream(req.method, response);
  // The first bytes of an endless one come at once: a comment.
  if (stream === null || ctx.request().endless) write(ctx, response);
  else void begin(ctx, response, stream);
}

/**
 * Begins a streamed response. The head of an event stream is sent at once; other heads are sent with the first bytes,
 * or after a while without any. If the stream fails before that, the error gets a normal error response.
 */
async function begin(ctx: HttpContext, response: Response, stream: Readable): Promise<void> {
  const { res } = ctx.exchange;
  const isEvents = isEventStream(response);
  if (isEvents) ctx.http.signals.addWritten(res, () => true);
  try {
    if (isEvents || !(await firstBytes(stream))) res.once('pipe', () => res.flushHeaders());
  } catch (error) {
    if (!res.destroyed) return settle(ctx, await ctx.http.errors.respond(error, ctx));
  }
  write(ctx, response);
}

/** Writes to the socket, or hands the response to the pipeline that the request came through. */
function write({ http, exchange }: HttpContext, response: Response): void {
  // It fails later, when only Node's request leads to its context.
  if (isStream(response.body)) keepExchange(exchange);
  if (exchange.answer === null) writeResponse(exchange.req, exchange.res, response, http.fault);
  else exchange.answer(response, exchange);
}
