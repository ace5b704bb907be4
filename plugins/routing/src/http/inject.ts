import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { inject as injectRequest } from 'light-my-request';

// Statuses for which the Response constructor takes no body (WHATWG fetch, null body status).
const nullBody = new Set([101, 103, 204, 205, 304]);

/** Runs a Web-standard request through a listener without a socket, and hands the reply back as it streams. */
export const inject = async (listener: RequestListener, request: globalThis.Request): Promise<globalThis.Response> => {
  const { pathname, search, host } = new URL(request.url);
  const reply = await injectRequest(listener, {
    method: request.method as 'GET',
    url: pathname + search,
    authority: host,
    headers: Object.fromEntries(request.headers),
    ...(request.body === null ? {} : { payload: Readable.from(request.body) }),
    signal: request.signal,
    payloadAsStream: true,
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
  }
  const stream = reply.stream();
  const empty = nullBody.has(reply.statusCode) || request.method === 'HEAD';
  if (empty) stream.resume();
  return new globalThis.Response(empty ? null : (Readable.toWeb(stream) as ReadableStream), {
    status: reply.statusCode,
    statusText: reply.statusMessage,
    headers,
  });
};
