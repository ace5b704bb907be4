import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Answer, DriverRoute, Params, RouteTable } from '@taproot/core';
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

/** Runs the route of a request, whose path is canonical, and hands its response to `answer`. */
export type Dispatch = (req: IncomingMessage, res: ServerResponse, answer: Answer) => void;

/** Matches and runs. */
export const createDispatch =
  (router: RouteFinder, table: RouteTable): Dispatch =>
  (req, res, answer) => {
    const target = req.url ?? '/';
    const query = target.indexOf('?');
    const path = query === -1 ? target : target.slice(0, query);
    const { route, params, allow } = router.find(path, req.method ?? 'GET');
    const exchange = new SocketExchange(req, res, params);
    if (route === null) table.miss(allow, exchange, answer);
    else table.handle(route, exchange, answer);
  };

/** Matches, runs and writes, with nothing of the engine around it. */
export const direct = (dispatch: Dispatch, { fault }: RouteTable): RequestListener => {
  const write: Answer = (response, { req, res }) => writeResponse(req, res, response, fault);
  return (req, res) => dispatch(req, res, write);
};
