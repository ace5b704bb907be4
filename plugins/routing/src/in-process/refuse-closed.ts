import type { RequestListener } from 'node:http';
import { errors } from '../errors.ts';
import { endPolitely } from '../server/end-politely.ts';

/** Answers what reaches the listener of an application that closes, or is closed: its plugins may be gone. */
export const refuseClosed: RequestListener = (req, res) => {
  const { status, code, message } = errors.E_SERVER_CLOSING();
  const body = JSON.stringify({ message, code });
  endPolitely(req, res);
  res
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(body),
      'Retry-After': '1',
      Connection: 'close',
    })
    .end(req.method === 'HEAD' ? undefined : body);
};
