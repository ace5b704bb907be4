import type { Response } from '@taproot/core';
import { isFileBody } from './is-file-body.ts';

/**
 * What `Content-Length` says, undefined where it is left out. Of text and bytes it is always their own number, whatever a
 * middleware left there: a client would take what is beyond it for the next reply.
 */
export const contentLength = (method: string | undefined, response: Response): string | undefined => {
  const { status, body } = response;
  // RFC 9110 8.6; a 205 has no content either (15.3.6).
  if (status === 204 || status === 205) return undefined;
  if (status !== 304) {
    if (typeof body === 'string') return String(Buffer.byteLength(body));
    if (body instanceof Uint8Array) return String(body.byteLength);
    if (body === null && method !== 'HEAD') return '0';
    if (isFileBody(body)) return String(body.size);
  }
  // A stream's, that of what GET would give (9.3.2), or of what has not changed (15.4.5).
  const named = response.header('content-length');
  return typeof named === 'string' ? named : undefined;
};
