import type { Application, Context } from '@taproot/core';
import { errors } from './errors.ts';

/**
 * The origin of the application: that of `app.url`. Without it, while you develop and test, that of the request. In production never: the client
 * chooses the `Host` of a request, and a link in a mail must not lead there.
 * @throws E_ACCOUNT_URL
 */
export const originOf = (app: Application, ctx: Context): string => {
  const { url } = app.config.app;
  if (url === null && app.isProduction) throw errors.E_ACCOUNT_URL();
  return new URL(url ?? ctx.request().fullUrl()).origin;
};
