import { FrameworkError, type Response } from '@taproot/core';
import { debugPage } from './debug-page.ts';
import type { HttpContext } from './http-context.ts';

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(`Thrown: ${String(error)}`, { cause: error });

/** What a developer sees of a server error: stack and source as a page, or fix and stack in the JSON body. */
export const debugResponse = async (error: unknown, ctx: HttpContext, plain: Response): Promise<Response> => {
  if (ctx.request().wantsJson()) {
    const stack = asError(error)
      .stack?.split('\n')
      .map((line) => line.trim());
    const body: unknown = typeof plain.body === 'string' ? JSON.parse(plain.body) : null;
    const fix = error instanceof FrameworkError ? error.fix : undefined;
    return Object.assign(plain, { body: JSON.stringify(Object.assign({}, body, { fix, stack })) });
  }
  const { method, url, headers } = ctx.exchange.req;
  const known = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const request = { method: method ?? 'GET', url: url ?? '/', headers: known };
  return Object.assign(plain, { body: await debugPage(asError(error), `${plain.status}`, request) });
};
