import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { HttpDriver, Response, RouteTable } from '@taproot/core';
import type { HookMap, SyncHook } from 'tapable';
import { isPromise } from '../is-promise.ts';
import { type Fault, writeResponse } from '../response/write-response.ts';
import { KoaRouter } from './koa-router.ts';
import { SocketExchange } from './socket-exchange.ts';

/** Hands the native instance of a driver to whoever tapped it. */
export type DriverHooks = HookMap<SyncHook<[instance: unknown]>>;

/**
 * The default driver: @koa/router matches. Koa itself is loaded when a plugin tapped `http.hooks.driver.for('koa')`,
 * and its pipeline runs around our routes only when that tap gave it middleware, so that an unused Koa costs nothing.
 */
export const koaDriver = (hooks: DriverHooks): HttpDriver => ({
  name: 'koa',
  async listener(table) {
    const router = new KoaRouter();
    for (const route of table.routes) router.add(route);
    const dispatch = createDispatch(router, table);
    const tap = hooks.get('koa');
    if (tap === undefined || !tap.isUsed()) return direct(dispatch, table.fault);
    const { throughKoa } = await import('./through-koa.ts');
    return throughKoa(dispatch, table.fault, (koa) => tap.call(koa)) ?? direct(dispatch, table.fault);
  },
});

export type Dispatch = (req: IncomingMessage, res: ServerResponse) => Response | Promise<Response>;

const createDispatch =
  (router: KoaRouter, table: RouteTable): Dispatch =>
  (req, res) => {
    const target = req.url ?? '/';
    const query = target.indexOf('?');
    const path = query === -1 ? target : target.slice(0, query);
    const { route, params, allow } = router.find(path, req.method ?? 'GET');
    const exchange = new SocketExchange(req, res, params);
    return route === null ? table.miss(allow, exchange) : table.handle(route, exchange);
  };

const direct =
  (dispatch: Dispatch, fault: Fault): RequestListener =>
  (req, res) => {
    const response = dispatch(req, res);
    if (isPromise(response)) void response.then((settled) => writeResponse(req, res, settled, fault));
    else writeResponse(req, res, response, fault);
  };
