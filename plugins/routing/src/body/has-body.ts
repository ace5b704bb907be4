import type { IncomingMessage } from 'node:http';

/** Whether the message announces content: a length above 0, or a transfer coding (RFC 9112 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean => {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > 0;
};
