import type { IncomingMessage } from 'node:http';

/**
 * The token of the one `Authorization` header; empty without one. Of several Node keeps the first, and a proxy in front
 * may have looked at another, so none of them is taken.
 */
export const bearerToken = ({ headers, headersDistinct }: IncomingMessage): string => {
  const sent = headersDistinct['authorization']?.length ?? 0;
  return sent > 1 ? '' : (/^bearer +([^\s,]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
};
