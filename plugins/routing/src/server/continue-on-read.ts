import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Has `100 Continue` sent when somebody first reads the body before the reply: who refuses a request by its headers, or
 * has no use for its body, never invites it (RFC 9110 10.1.1).
 */
export const continueOnRead = (req: IncomingMessage, res: ServerResponse): void => {
  const read = req._read.bind(req);
  let invited = false;
  req._read = (size) => {
    if (!invited && !res.headersSent) {
      invited = true;
      res.writeContinue();
    }
    read(size);
  };
};
