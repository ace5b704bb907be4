import type { Response } from '@taproot/core';
import type { Chain } from '@taproot/core/internal';
import type { HttpContext } from '../request/http-context.ts';
import { runChain } from './run-chain.ts';

/** Runs a chain between the hooks `http.request` and `http.response`. */
export async function runHooked(ctx: HttpContext, chain: Chain): Promise<Response> {
  const { hooks, app } = ctx.http;
  const made = hooks.request.isUsed() ? await asked(ctx, chain) : await runChain(ctx, chain);
  if (!hooks.response.isUsed()) return made;
  try {
    return await hooks.response.promise(made, ctx);
  } catch (error) {
    app.report(error, { where: 'http.response', requestId: ctx.request().id() });
    return made;
  }
}

async function asked(ctx: HttpContext, chain: Chain): Promise<Response> {
  const { hooks, errors } = ctx.http;
  try {
    return (await hooks.request.promise(ctx)) ?? (await runChain(ctx, chain));
  } catch (error) {
    return errors.respond(error, ctx);
  }
}
