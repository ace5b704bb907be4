import type { HttpContext } from '../exchange/http-context.ts';
import { escapeHtml } from './html.ts';

/** A link to the steps of the request, for developers, where the plugin devtools shows them; empty elsewhere. */
export const linkToSteps = (ctx: HttpContext): string => {
  const { app } = ctx.site;
  if (!app.debug || app.isProduction || !app.plugins.some(({ name }) => name === 'devtools')) return '';
  const id = encodeURIComponent(ctx.request().id());
  return `<p lang="en"><a href="/_taproot/ids/${escapeHtml(id)}">Every step of this request</a></p>\n`;
};
