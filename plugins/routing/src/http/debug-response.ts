import { FrameworkError, type Response } from '@taproot/core';
import type { HttpContext } from '../exchange/http-context.ts';
import { debugPage, debugPagePolicy } from '../pages/debug-page.ts';

/** The response to a server error while `app.debug` is on: a page with source and request, or JSON with fix and stack. */
export const debugResponse = async (error: Error, ctx: HttpContext, plain: Response): Promise<Response> => {
  if (ctx.request().wantsJson()) {
    const body: unknown = typeof plain.body === 'string' ? JSON.parse(plain.body) : null;
    return Object.assign(plain, { body: JSON.stringify(Object.assign({}, body, hintsOf(error))) });
  }
  const body = await debugPage(error, plain.status, ctx);
  plain.setHeader('Content-Security-Policy', debugPagePolicy);
  ctx.response().headers.tellsOfBody(['Content-Security-Policy']);
  return Object.assign(plain, { body });
};

const hintsOf = (error: Error): { readonly fix: string | undefined; readonly stack: readonly string[] } => ({
  fix: error instanceof FrameworkError ? error.fix : undefined,
  stack: error.stack?.split('\n').map((line) => line.trim()) ?? [],
});
