import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@taproot/core';
import type { Answer, Exchange, Params, Route } from '@taproot/core/internal';
import { noParams } from '../pattern/route-params.ts';
import { Note } from '../shared/note.ts';

/** A request of Node and its response, over a socket or in memory. */
export class NodeExchange implements Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly target: string;
  path = '';
  search = '';
  params: Params = noParams;
  /** The matched route; null before the search, and when no route matches. */
  route: Route | null = null;
  /** The error of a request that was refused before routing. */
  refusal: unknown = null;
  /** The context that middleware and handler share; null until they run. */
  ctx: Context | null = null;
  /** Receives the response when a driver's pipeline writes it; null when the socket does. */
  answer: Answer | null = null;

  constructor(req: IncomingMessage, res: ServerResponse) {
    this.req = req;
    this.res = res;
    this.target = req.url ?? '/';
    this.readTarget(this.target);
  }

  // A getter, because Node asks the operating system for the address.
  get ip(): string {
    return this.req.socket.remoteAddress ?? '';
  }

  /** Sets path and query from a request target. */
  readTarget(target: string): void {
    const query = target.indexOf('?');
    this.path = query === -1 ? target : target.slice(0, query);
    this.search = query === -1 ? '' : target.slice(query);
  }
}

const exchanges = new Note<IncomingMessage, NodeExchange>('exchange');
const failures = new Note<ServerResponse, unknown>('failure');

/** Stores the exchange under Node's request, for a pipeline and for `http.sent`. */
export const noteExchange = (exchange: NodeExchange): void => exchanges.set(exchange.req, exchange);

/** The exchange that `noteExchange()` has stored for a request. */
export const exchangeOf = (req: IncomingMessage): NodeExchange | undefined => exchanges.get(req);

/** Remembers the error that led to a response, or that ended it, for as long as Node's response lives. */
export const noteFailure = (res: ServerResponse, error: unknown): void => failures.set(res, error);

/** The error that led to a response; undefined when a handler made the response. */
export const failureOf = (res: ServerResponse): unknown => failures.get(res);
