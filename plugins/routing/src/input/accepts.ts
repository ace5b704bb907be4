import type { IncomingMessage } from 'node:http';
import negotiate from 'accepts';

/**
 * The token of the `Authorization` header; empty without one. With several such headers, it uses none: Node keeps the first one, but a
 * proxy may have checked another one.
 */
export const bearerToken = ({ headers, headersDistinct }: IncomingMessage): string => {
  const sent = headersDistinct['authorization']?.length ?? 0;
  return sent > 1 ? '' : (/^bearer +([^\s,]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
};

/** The longest part of `Accept` that is read, in characters. Browsers send less than a tenth of this. */
const LONGEST_ACCEPT = 2048;

// Cuts a long header after its last whole range, because the cost of negotiation grows with types x ranges.
const capped = (header: string): string => {
  if (header.length <= LONGEST_ACCEPT) return header;
  const end = header.lastIndexOf(',', LONGEST_ACCEPT);
  return end === -1 ? '*/*' : header.slice(0, end);
};

/**
 * The best of `types` (media types or extensions) for an `Accept` header (RFC 9110 12.5.1); null if it accepts none of
 * them. Without the header, the first one. Between equals, the earlier one in `types`.
 */
export const accepts = (header: string, types: readonly string[]): string | null => {
  if (types.length === 0) return null;
  // The library reads only this header of a request.
  const request = { headers: { accept: capped(header) } } as IncomingMessage;
  const best = negotiate(request).types([...types]);
  return typeof best === 'string' ? best : null;
};

const json = 'application/json';
const html = 'text/html';

/** Whether a client prefers JSON, also under a `+json` type (RFC 6839), or leaves the choice between JSON and HTML to us. */
export const wantsJson = (header: string): boolean => {
  if (header === '' || header === '*/*' || header === json) return true;
  return accepts(capped(header).replaceAll(/\/[^\s;,/+]+\+json(?=[\s;,]|$)/gi, '/json'), [json, html]) !== html;
};
