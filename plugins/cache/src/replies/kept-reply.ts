import type { Response } from '@taproot/core';

/** A reply that answers later requests. Its body is text, or bytes in base64; null for none. */
export interface KeptReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string | readonly string[]])[];
  readonly body: string | null;
  readonly isBinary: boolean;
}

/** Headers that belong to one response: a new cookie must not end the session of the client. */
const own = new Set([
  'set-cookie',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'retry-after',
  'server-timing',
  'traceparent',
]);

/** The reply as it is kept; null for a stream, a file, or a body above `most` bytes. */
export const keptReply = (response: Response, most: number): KeptReply | null => {
  const { status, body } = response;
  const isText = typeof body === 'string';
  if (body !== null && !isText && !(body instanceof Uint8Array)) return null;
  if (body !== null && (isText ? Buffer.byteLength(body) : body.byteLength) > most) return null;
  return {
    status,
    headers: [...response.headers()].filter(([name]) => !own.has(name.toLowerCase())),
    body: body === null || isText ? body : Buffer.from(body).toString('base64'),
    isBinary: body !== null && !isText,
  };
};

/** Puts a kept reply into a response. */
export const replay = (response: Response, { status, headers, body, isBinary }: KeptReply): Response => {
  response.status = status;
  for (const [name, value] of headers) response.setHeader(name, value);
  response.body = body !== null && isBinary ? Buffer.from(body, 'base64') : body;
  return response;
};
