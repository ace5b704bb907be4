import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
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
    setImmediate(() => {
      if (res.closed) return;
      // Node sets the same members when the connection of a response ends.
      Object.assign(res, { destroyed: true, _closed: true });
      res.emit('close');
    });
  });
};

/**
 * Adds to a request and a response what they lack if they do not come from Node's server, for example in packages for serverless functions:
 * header lines, headers of `writeHead()`, the event `close`. Objects of a real server stay unchanged.
 */
export const adoptForeign = (req: IncomingMessage, res: ServerResponse): void => {
  if (req.rawHeaders.length === 0) req.rawHeaders = headerLines(req);
  // Other classes accept only an object.
  if (res.writeHead !== writeHead) headBySetHeader(res);
  if (res instanceof ServerResponse) closeOnFinish(res);
};
