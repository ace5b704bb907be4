import type { IncomingMessage, RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { addAbortSignal, Readable } from 'node:stream';
import { describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { FetchOptions } from '../router/root-router.ts';
import { inject } from './inject.ts';

// Statuses for which the Response constructor refuses a body (WHATWG fetch, null body status).
const nullBody = new Set([101, 103, 204, 205, 304]);

/** The header fields of a reply, each as often as it was sent. */
export const replyHeaders = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
};

/**
 * Answers a Web-standard request with a listener, in process. The body of the response is streamed. If you abort the signal of the request
 * or cancel that body, the client has left.
 */
export const webFetch = async (
  listener: RequestListener,
  request: globalThis.Request,
  { ip, prefix = '/' }: FetchOptions = {},
): Promise<globalThis.Response> => {
  if (ip !== undefined && isIP(ip) === 0) throw errors.E_FETCH_ADDRESS({ ip: describeValue(ip) });
  const { pathname, search, host, protocol } = new URL(request.url);
  const base = prefix.replace(/(?<!\/)\/+$/, '');
  const isBelow = pathname.startsWith(base) && /^(?:\/|$)/.test(pathname.slice(base.length));
  const path = isBelow ? pathname.slice(base.length) || '/' : pathname;
  const wire = {
    method: request.method,
    target: path + search,
    headers: { host, ...Object.fromEntries(request.headers) },
    body: request.body === null ? null : Readable.from(request.body),
    secure: protocol === 'https:',
    signal: request.signal,
    ...(ip !== undefined && { ip }),
  };
  // The members of Node's request are the contract for a prefix.
  const reply = await inject(listener, wire, ({ req }) => Object.assign(req, { baseUrl: base }));
  addAbortSignal(request.signal, reply);
  const status = reply.statusCode ?? 0;
  const empty = nullBody.has(status) || request.method === 'HEAD';
  if (empty) reply.resume();
  // A cast, because the types of Node's Web streams and of its fetch differ only in name.
  const body = empty ? null : (Readable.toWeb(reply) as ReadableStream);
  return new globalThis.Response(body, { status, statusText: reply.statusMessage ?? '', headers: replyHeaders(reply) });
};
