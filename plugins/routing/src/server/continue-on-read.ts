import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Has `100 Continue` sent when somebody first reads the body: who refuses a request by its headers, or has no use for
 * its body, never invites it (RFC 9110 10.1.1).
 */
export const continueOnRead = (req: IncomingMessage, res: ServerResponse): void => {
  const read = req._read.bind(req);
  waiting.add(req);
  req._read = (size) => {
    if (waiting.delete(req) && !res.headersSent) res.writeContinue();
    read(size);
  };
};

/** Whether the client still waits for `100 Continue`; from here on it will not get one. */
export const withholdContinue = (req: IncomingMessage): boolean => waiting.delete(req);
