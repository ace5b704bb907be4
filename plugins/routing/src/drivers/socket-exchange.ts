import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange, Params } from '@taproot/core';

/** A request on a socket. The address is read when asked for: Node asks the kernel for it. */
export class SocketExchange implements Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly params: Params;

  constructor(req: IncomingMessage, res: ServerResponse, params: Params) {
    this.req = req;
    this.res = res;
    this.params = params;
  }

  get ip(): string {
    return this.req.socket.remoteAddress ?? '';
  }
}
