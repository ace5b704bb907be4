import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { DriverRoute, Params, Response, RouteTable } from '@taproot/core';
import { isPromise } from '../is-promise.ts';
import { writeResponse } from '../response/write-response.ts';
import { SocketExchange } from './socket-exchange.ts';

/** What was found for a path: a route with its parameters, or the methods that others have there. */
export interface Found {
  readonly route: DriverRoute | null;
  readonly params: Params;
  readonly allow: readonly string[];
}

/** Matches a canonical path and a method. */
export interface RouteFinder {
  find(path: string, method: string): Found;
}

/** Runs the route of a request; the request's path is canonical. */
export type Dispatch = (req: IncomingMessage, res: ServerResponse) => Response | Promise<Response>;

/** Matches and runs. */
export const createDispatch =
  (router: RouteFinder, table: RouteTable): Dispatch =>
  (req, res) => {
    const target = req.url ?? '/';
    const query = target.indexOf('?');
    const path = query === -1 ? target : target.slice(0, query);
    const { route, params, allow } = router.find(path, req.method ?? 'GET');
    const exchange = new SocketExchange(req, res, params);
    return route === null ? table.miss(allow, exchange) : table.handle(route, exchange);
  };

/** Matches, runs and writes, with nothing of the engine around it. */
export const direct =
  (dispatch: Dispatch, { fault }: RouteTable): RequestListener =>
  (req, res) => {
    const response = dispatch(req, res);
    if (isPromise(response)) void response.then((settled) => writeResponse(req, res, settled, fault));
    else writeResponse(req, res, response, fault);
  };
