import type { IncomingMessage, ServerResponse } from 'node:http';
import { fakeContext } from '@taproot/testing';
import { NodeExchange } from '../../../plugins/routing/src/exchange/exchange.ts';
import { HttpContext } from '../../../plugins/routing/src/exchange/http-context.ts';

/** A request that came over a socket. */
export interface Received {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly params?: Readonly<Record<string, string>>;
  /** The canonical path; that of the URL as sent when left out. */
  readonly path?: string;
}

/** The context of a request that a server of the test received. */
export const socketContext = ({ req, res, params = {}, path }: Received): HttpContext => {
  const exchange = new NodeExchange(req, res);
  exchange.params = params;
  if (path !== undefined) exchange.path = path;
  return new HttpContext(fakeContext().site, exchange);
};
