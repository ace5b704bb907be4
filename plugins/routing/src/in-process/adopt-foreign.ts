import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
import { headBySetHeader } from '../connect/set-head.ts';

// oxlint-disable-next-line typescript/unbound-method -- compared, not called
const { writeHead } = ServerResponse.prototype;

const headerLines = ({ headers }: IncomingMessage): string[] =>
  // Packages for serverless functions give numbers too.
  Object.entries<OutgoingHttpHeader | undefined>(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((each) => [name, String(each)]),
  );

/** Tells of the end of a response without a connection, which Node does not. */
const closeOnFinish = (res: ServerResponse): void => {
  res.once('finish', () => {
    setImmediate(() => {
      if (res.closed) return;
      // As Node does when the connection of a response ends.
      Object.assign(res, { destroyed: true, _closed: true });
      res.emit('close');
    });
  });
};

/**
 * Completes a request and a response that do not come from a server of Node, such as those of packages for serverless
 * functions: header lines, headers of `writeHead()`, the event `close`. Does not change those of a real server.
 */
export const adoptForeign = (req: IncomingMessage, res: ServerResponse): void => {
  if (req.rawHeaders.length === 0) req.rawHeaders = headerLines(req);
  // Other classes take an object only.
  if (res.writeHead !== writeHead) headBySetHeader(res);
  if (res instanceof ServerResponse) closeOnFinish(res);
};
