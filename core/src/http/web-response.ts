import type { Context } from './context.ts';
import type { Response } from './response.ts';

/** Whether a value is a response of `ctx.response()`, or an object with the same methods. */
export const isResponse = (value: unknown): value is Response =>
  typeof value === 'object' && value !== null && 'setHeader' in value && typeof value.setHeader === 'function';

/** Whether a value is a Web-standard response: of this realm, of another one, or of a package such as undici. */
export const isWebResponse = (value: unknown): value is globalThis.Response =>
  typeof value === 'object' &&
  value !== null &&
  'arrayBuffer' in value &&
  typeof value.arrayBuffer === 'function' &&
  'headers' in value &&
  typeof Object(value.headers).getSetCookie === 'function';

// Headers that belong to the connection on which a relayed response arrived (RFC 9110 7.6.1), not to ours.
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
 * Converts a Web-standard response into a Taproot response. Its body is streamed. A response of `fetch()` is already decoded, so its
 * Content-Encoding and Content-Length are left out. `isLeftOut` names more headers to leave out, in lower case. Default: none.
 */
export const fromWeb = (
  ctx: Context,
  web: globalThis.Response,
  isLeftOut: (name: string) => boolean = () => false,
): Response => {
  const { status, body, headers } = web;
  const response = body === null ? ctx.response().noContent(status) : ctx.response().stream(status, body);
  if (!headers.has('content-type')) response.removeHeader('Content-Type');
  const decoded = web.url !== '' && headers.has('content-encoding');
  for (const [name, value] of headers) {
    if (isLeftOut(name) || ofConnection.has(name) || (decoded && /^content-(?:encoding|length)$/.test(name))) continue;
    if (name === 'set-cookie') response.appendHeader(name, value);
    else if (name === 'vary') for (const field of value.split(',')) response.vary(field.trim());
    else response.setHeader(name, value);
  }
  return response;
};
