import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Answer, type Chain, isPromise, type Response } from '@taproot/core';
import type { HttpContext } from '../request/http-context.ts';
import { discard } from '../response/reply.ts';
import { writeResponse } from '../response/write-response.ts';
import { canonicalPath, originForm } from '../router/canonical-path.ts';
import { exchangeOf, keepExchange, SocketExchange } from './exchange.ts';
import type { HttpApp } from './http-app.ts';
import { runChain } from './run-chain.ts';
import { runHooked } from './run-hooked.ts';

/**
 * The way of every request, from the listener of Node's server to the written reply: admit, match, run, settle, write.
 * Between the first two stands the pipeline of a driver, where somebody uses it.
 */
export function serve(http: HttpApp, native: RequestListener | null, req: IncomingMessage, res: ServerResponse): void {
  const exchange = new SocketExchange(req, res);
  if (native !== null || http.tellsSent) keepExchange(exchange);
  const refused = admit(http, exchange);
  if (refused !== null) run(http, exchange, refused);
  else if (native === null) run(http, exchange, match(http, exchange));
  else native(req, res);
}

/** The same from the second step on, for a driver's pipeline; what it made of `req.url` counts. */
export function pass(http: HttpApp, req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  const exchange = exchangeOf(req) ?? new SocketExchange(req, res);
  exchange.answer = answer;
  exchange.readTarget(req.url ?? '/');
  run(http, exchange, match(http, exchange));
}

/** Gives the path its one form, and what to run for a request that is not to reach a route; null for all others. */
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

/** Puts the canonical path where router, middleware and, by `req.url`, native plugins read it. */
function canonicalize(exchange: SocketExchange): void {
  const { req } = exchange;
  const target = req.url ?? '/';
  const form = originForm(target);
  if (form !== target) exchange.readTarget(form);
  const path = canonicalPath(exchange.path);
  if (path === exchange.path && form === target) return;
  exchange.path = path;
  req.url = path + exchange.search;
}

/** What runs for this path and method: a route, or the answer where none is. */
function match(http: HttpApp, exchange: SocketExchange): Chain {
  const method = exchange.req.method ?? 'GET';
  const { route, params, allow } = http.finder.find(exchange.path, method);
  exchange.route = route;
  exchange.params = params;
  const chain = route ?? http.chains.unmatched(allow);
  return method === 'OPTIONS' ? http.preflights.chain(exchange, chain) : chain;
}

/** Runs middleware and handler. Only what has to be waited for is watched by the deadline. */
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
    // Answered by the deadline. Of a tap that answers with something else, there is no body.
    else discard(late?.body ?? null);
  });
}

/** Closes what other replies hold that the handler had begun. */
function settle(ctx: HttpContext, response: Response): void {
  ctx.closeOthers(response);
  write(ctx, response);
}

/** To the socket, or to the pipeline the request came through. */
function write({ http, exchange }: HttpContext, response: Response): void {
  if (exchange.answer === null) writeResponse(exchange.req, exchange.res, response, http.fault);
  else exchange.answer(response, exchange);
}
