import type { Context } from '@taproot/core';

// Long enough to tell requests apart, short enough to store; nothing that means something to a shell, a log or a header.
const sane = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

/** The id under which a request is logged: `X-Request-Id` as the client or a proxy sent it, if sane; else the framework's. */
export const requestId = (ctx: Context): string => {
  const sent = ctx.request().header('x-request-id');
  return sane.test(sent) ? sent : ctx.request().id();
};
