import type { Context } from './context.ts';
import type { Response } from './response.ts';

/** Whether a value is a response of `ctx.response()`, or an object that does what one does. */
export const isResponse = (value: unknown): value is Response =>
  typeof value === 'object' && value !== null && 'setHeader' in value && typeof value.setHeader === 'function';

/** Whether a value is a Web-standard response, of this realm or of another make, such as the package undici. */
export const isWebResponse = (value: unknown): value is globalThis.Response =>
  typeof value === 'object' &&
  value !== null &&
  'arrayBuffer' in value &&
  typeof value.arrayBuffer === 'function' &&
  'headers' in value &&
  typeof Object(value.headers).getSetCookie === 'function';

// Of the connection that a relayed response came by (RFC 9110 7.6.1), not of ours.
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * A Web-standard response as one of ours. Its body is streamed. A response of `fetch()` is already decoded, so its
 * Content-Encoding and Content-Length are left out.
 */
export const fromWeb = (ctx: Context, web: globalThis.Response): Response => {
  const { status, body, headers } = web;
  const response = body === null ? ctx.response().noContent(status) : ctx.response().stream(status, body);
  if (!headers.has('content-type')) response.removeHeader('Content-Type');
  const decoded = web.url !== '' && headers.has('content-encoding');
  for (const [name, value] of headers) {
    if (ofConnection.has(name) || (decoded && /^content-(?:encoding|length)$/.test(name))) continue;
    if (name === 'set-cookie') response.appendHeader(name, value);
    else if (name === 'vary') for (const field of value.split(',')) response.vary(field.trim());
    else response.setHeader(name, value);
  }
  return response;
};
