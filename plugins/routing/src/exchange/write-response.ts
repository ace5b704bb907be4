import { type IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { hasCode, type Response } from '@taproot/core';
import { discard } from '../response/body-streams.ts';
import { checkStatus, contentLength, sentBody } from '../response/sent-body.ts';
import { endPolitely } from '../server/end-politely.ts';
import { Reply } from './reply.ts';

const text = 'Internal Server Error';
const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(text.length)];

/**
 * Ends a response that could not be written. Sends a plain 500 if the headers are not sent yet; otherwise closes the
 * connection.
 */
export const abandon = (res: ServerResponse, response: Response): void => {
  // A tap may answer with something that is not a response and has no body.
  discard(response?.body ?? null);
  if (res.headersSent) res.destroy();
  else res.writeHead(500, headers).end(text);
};

/**
 * Closes a response that can no longer be sent, because the handler has written the response itself, or the client has left. For an error
 * response it also ends the response that the handler has begun, except after a time-out, when the handler continues.
 */
export const breakOff = (res: ServerResponse, response: Response): void => {
  discard(response.body);
  if (!(response instanceof Reply) || response.error === undefined || hasCode(response.error, 'E_REQUEST_TIMEOUT'))
    return;
  if (!res.writableEnded) res.destroy();
};

/** Whether a body failed only because the client has left, or because the application closes and has aborted its signal. */
export const isLeft = (res: ServerResponse, error: unknown): boolean =>
  hasCode(error, 'E_SERVER_CLOSING') ||
  hasCode(Reflect.get(Object(error), 'cause'), 'E_SERVER_CLOSING') ||
  (res.destroyed && hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR', 'E_CLIENT_LEFT'));

/** Called when a body fails while it is sent. */
export type Fault = (error: unknown, req?: IncomingMessage) => void;

// Sets lists before: if any header was set before writeHead(), Node 20 keeps only the last of several values.
const rawHeaders = (res: ServerResponse, response: Response): string[] => {
  if (response instanceof Reply) {
    const raw = response.bag.toRaw(res);
    if (response.type !== '' && !response.bag.has('content-type')) raw.push('Content-Type', response.type);
    return raw;
  }
  const raw: string[] = [];
  for (const [name, value] of response.headers()) {
    if (typeof value === 'string') raw.push(name, value);
    else res.setHeader(name, [...value]);
  }
  return raw;
};

const namesLength = (response: Response): boolean =>
  response instanceof Reply ? response.bag.has('content-length') : response.header('content-length') !== undefined;

/**
 * Writes a response to the socket: one write if the length is known, otherwise a stream with back-pressure. A stream that fails
 * after its headers destroys the connection, so that the client sees that the body is incomplete. A response that cannot be
 * written, for example with status 1000, is passed to `fault` and answered with a plain 500.
 */
export function writeResponse(req: IncomingMessage, res: ServerResponse, response: Response, fault: Fault): void {
  try {
    write(req, res, response, fault);
  } catch (error) {
    fault(error);
    abandon(res, response);
  }
}

function write(req: IncomingMessage, res: ServerResponse, response: Response, fault: Fault): void {
  if (res.headersSent || res.destroyed) return breakOff(res, response);
  const { status } = response;
  checkStatus(status);
  if (!req.complete) endPolitely(req, res);
  const length = contentLength(req.method, response);
  const body = sentBody(req.method, response);
  if (namesLength(response)) response.removeHeader('Content-Length');
  const headers = rawHeaders(res, response);
  if (length !== undefined) headers.push('Content-Length', length);
  res.writeHead(status, headers);
  if (body === null) res.end();
  else if (typeof body === 'string' || body instanceof Uint8Array) send(res, body);
  else stream(res, body, fault);
}

// oxlint-disable-next-line typescript/unbound-method -- compared, not called
const { end: endOfNode } = ServerResponse.prototype;

/**
 * Ends a response with its whole body. `end()` alone would write headers and body as a list of two, which Node passes to the system more
 * slowly than one string. So the headers and the body are written before `end()`.
 */
function send(res: ServerResponse, body: string | Uint8Array): void {
  const { socket } = res;
  // Without a socket, the client has left. Middleware that replaces end(), such as express-session, must get the body there.
  if (socket === null || body.length === 0 || res.end !== endOfNode) {
    res.end(body);
    return;
  }
  socket.cork();
  res.write(body);
  socket.uncork();
  res.end();
}

function stream(res: ServerResponse, body: Readable, fault: Fault): void {
  // pipeline() adds six, beside those of each step and of middleware.
  res.setMaxListeners(30);
  // Added before pipeline(), which destroys the response.
  body.once('error', (error) => isLeft(res, error) || fault(error, res.req));
  pipeline(body, res, (error) => {
    if (error !== null && error !== undefined) res.destroy();
  });
}
