import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FakeContext, fakeContext } from '@taproot/testing';

/** A request that came over a socket, or as much of one as is read of it. */
export interface SocketExchange {
  readonly req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  readonly res?: ServerResponse;
  readonly params?: Readonly<Record<string, string>>;
  /** The canonical path; that of the URL as sent when left out. */
  readonly path?: string;
}

/** A fake context whose request and response are Node's own, its target as it was sent. */
export const socketContext = ({ req, res, params = {}, path }: SocketExchange): FakeContext => {
  const { method = 'GET', url = '/', headers } = req;
  const ctx = fakeContext({ method, params, origin: `http://${headers.host ?? 'a.test'}` });
  const [sent = '/', query = ''] = url.split('?', 2);
  Object.assign(ctx.request(), {
    path: () => path ?? sent,
    url: () => url,
    headers: () => headers,
    queries: () => Object.fromEntries(new URLSearchParams(query)),
    origin: () => req,
  });
  if (res !== undefined) Object.assign(ctx.response(), { writer: () => res });
  return ctx;
};
