import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';

/** The stream of a request of HTTP/2; null for any other request. */
export const http2Stream = (req: IncomingMessage): ServerHttp2Stream | null => {
  if (req.httpVersionMajor < 2 || !('stream' in req)) return null;
  // A cast, because the types know such a request only where a server of HTTP/2 gives it.
  return (req as unknown as Http2ServerRequest).stream;
};
