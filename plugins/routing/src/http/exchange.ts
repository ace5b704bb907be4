import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Context, Exchange, Params, Route } from '@taproot/core';

/** The parameters of routes that have none: one frozen map for all of them. */
export const noParams: Params = Object.freeze(Object.create(null) as Record<string, string>);

/** A request on a socket and its reply, from the listener to the last byte. */
export class SocketExchange implements Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  path = '';
  search = '';
  params: Params = noParams;
  /** The route that was found; null before that, and when there is none. */
  route: Route | null = null;
  /** Why it was refused before any route was looked for. */
  refusal: unknown = null;
  /** The context that middleware and handler got; null before there is one. */
  ctx: Context | null = null;
  /** Takes the response in place of the socket: a driver's own pipeline. */
  answer: Answer | null = null;

  constructor(req: IncomingMessage, res: ServerResponse) {
    this.req = req;
    this.res = res;
    this.readTarget(req.url ?? '/');
  }

  // Read when asked for: Node asks the system for it.
  get ip(): string {
    return this.req.socket.remoteAddress ?? '';
  }

  /** Takes path and query from a request target. */
  readTarget(target: string): void {
    const query = target.indexOf('?');
    this.path = query === -1 ? target : target.slice(0, query);
    this.search = query === -1 ? '' : target.slice(query);
  }
}

const kept = new WeakMap<IncomingMessage, SocketExchange>();

/** Keeps an exchange for whoever has nothing but Node's request; most applications need none. */
export const keepExchange = (exchange: SocketExchange): void => void kept.set(exchange.req, exchange);

/** The exchange that was kept. */
export const exchangeOf = (req: IncomingMessage): SocketExchange | undefined => kept.get(req);
