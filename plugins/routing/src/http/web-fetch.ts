import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { inject } from './inject.ts';

// Statuses for which the Response constructor takes no body (WHATWG fetch, null body status).
const nullBody = new Set([101, 103, 204, 205, 304]);

/** Answers a Web-standard request through a listener, in process. */
export const webFetch = async (listener: RequestListener, request: globalThis.Request): Promise<globalThis.Response> => {
  const { pathname, search, host, protocol } = new URL(request.url);
  const reply = await inject(listener, {
    method: request.method,
    target: pathname + search,
    headers: { host, connection: 'keep-alive', ...Object.fromEntries(request.headers) },
    body: request.body && Readable.fromWeb(request.body as never),
    secure: protocol === 'https:',
    signal: request.signal,
  });
  const headers = new Headers();
  for (let at = 0; at < reply.rawHeaders.length; at += 2) headers.append(reply.rawHeaders[at] ?? '', reply.rawHeaders[at + 1] ?? '');
  const status = reply.statusCode ?? 0;
  const empty = nullBody.has(status) || request.method === 'HEAD';
  if (empty) reply.resume();
  return new globalThis.Response(empty ? null : (Readable.toWeb(reply) as ReadableStream), {
    status,
    statusText: reply.statusMessage ?? '',
    headers,
  });
};
