import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
import { adoptHttp2 } from '../server/adopt-http2.ts';
import { emitClose } from '../server/emit-close.ts';
import { http2Stream } from '../server/http2-stream.ts';
import { headBySetHeader } from '../shared/set-head.ts';

// oxlint-disable-next-line typescript/unbound-method -- compared, not called
const { writeHead } = ServerResponse.prototype;

const headerLines = ({ headers }: IncomingMessage): string[] =>
  // Packages for serverless functions also pass numbers.
  Object.entries<OutgoingHttpHeader | undefined>(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((each) => [name, String(each)]),
  );

/** Emits `close` at the end of a response without a connection, because Node does not. */
const closeOnFinish = (res: ServerResponse): void => {
  res.once('finish', () => {
    setImmediate(() => emitClose(res));
  });
};

/**
 * Adds to a request and a response what they lack if they do not come from Node's server, for example in packages for serverless functions:
 * header lines, headers of `writeHead()`, the event `close`; and those of HTTP/2. Objects of a real server of HTTP/1 stay unchanged.
 */
export const adoptForeign = (req: IncomingMessage, res: ServerResponse): void => {
  const stream = http2Stream(req);
  if (stream !== null) adoptHttp2(req, res, stream);
  if (req.rawHeaders.length === 0) req.rawHeaders = headerLines(req);
  // Other classes accept only an object.
  if (stream === null && res.writeHead !== writeHead) headBySetHeader(res);
  if (res instanceof ServerResponse) closeOnFinish(res);
};
