import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Response } from '@taproot/core';
import { type Answer, type Chain, channels, isPromise } from '@taproot/core/plugin';
import { canonicalPath, originForm } from '../pattern/canonical-path.ts';
import { exchangeOf, keepExchange, SocketExchange } from '../request/exchange.ts';
import type { HttpContext } from '../request/http-context.ts';
import { discard } from '../response/reply.ts';
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

/** Continues at the second step, for a driver's pipeline. Uses `req.url` as the pipeline left it. */
export function pass(http: HttpApp, req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  const exchange = exchangeOf(req) ?? new SocketExchange(req, res);
  exchange.answer = answer;
  exchange.readTarget(req.url ?? '/');
  run(http, exchange, match(http, exchange));
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

/** Sets the canonical path, in `req.url` too, where native plugins read it. */
export function canonicalize(exchange: SocketExchange): void {
  const { req } = exchange;
  const target = req.url ?? '/';
  const form = originForm(target);
  if (form !== target) exchange.readTarget(form);
  const path = canonicalPath(exchange.path);
  if (path === exchange.path && form === target) return;
  exchange.path = path;
  req.url = path + exchange.search;
}

/** Finds what to run for path and method: a route, or the answer 404, 405 or 204. */
function match(http: HttpApp, exchange: SocketExchange): Chain {
  const method = exchange.req.method ?? 'GET';
  const { route, params, allow } = http.finder.find(exchange.path, method);
  exchange.route = route;
  exchange.params = params;
  const chain = route ?? http.chains.unmatched(allow);
  return method === 'OPTIONS' ? http.preflights.chain(exchange, chain) : chain;
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

/** Closes the streams of responses that the handler made and did not return. */
function settle(ctx: HttpContext, response: Response): void {
  ctx.closeOthers(response);
  write(ctx, response);
}

/** Writes to the socket, or hands the response to the pipeline that the request came through. */
function write({ http, exchange }: HttpContext, response: Response): void {
  if (exchange.answer === null) writeResponse(exchange.req, exchange.res, response, http.fault);
  else exchange.answer(response, exchange);
}
