import type { Context, Response } from '@taproot/core';

/**
 * A redirect to the same address with a final slash; null if it has one. It is relative, so it works below any prefix
 * and behind any proxy, and never leads to another host.
 */
export const redirectToSlash = (ctx: Context): Response | null => {
  const target = ctx.request().target();
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (path.endsWith('/')) return null;
  const last = path.slice(path.lastIndexOf('/') + 1);
  return ctx.response().redirectAway(301, `./${last}/${target.slice(path.length)}`);
};
