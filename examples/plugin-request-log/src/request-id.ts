import type { Context } from '@taproot/core';

// Long enough to tell requests apart, short enough to store; nothing that means something to a shell, a log or a header.
const sane = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

/** The id under which a request is logged: `X-Request-Id` as the client or a proxy sent it, if sane; else the framework's. */
export const requestId = (ctx: Context): string => {
  const sent = ctx.request().header('x-request-id');
  return sane.test(sent) ? sent : ctx.request().id();
};

/** What each line of a request bears: that id, and beside it the framework's, which the bodies of errors name. */
export const requestIds = (ctx: Context): Readonly<Record<string, string>> => {
  const id = requestId(ctx);
  const own = ctx.request().id();
  return id === own ? { id } : { id, request_id: own };
};
