import type { IncomingMessage } from 'node:http';
import negotiate from 'accepts';

/**
 * The token of the `Authorization` header; empty without one. If there are several headers, none is used: Node keeps
 * the first, but a proxy in front may have checked another one.
 */
export const bearerToken = ({ headers, headersDistinct }: IncomingMessage): string => {
  const sent = headersDistinct['authorization']?.length ?? 0;
  return sent > 1 ? '' : (/^bearer +([^\s,]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
};

/** Longest `Accept` taken into account, in characters; no browser sends a tenth of it. */
const LONGEST_ACCEPT = 2048;

// Negotiation costs types x ranges, more with quotes: a header of 16 KiB is cut after its last whole range.
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
  // The library reads this one header and nothing else of a request.
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
