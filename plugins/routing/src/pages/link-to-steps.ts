import type { HttpContext } from '../exchange/http-context.ts';
import { escapeHtml } from './html.ts';

/** A link for developers to the steps of the request; empty if no plugin shows them. */
export const linkToSteps = (ctx: HttpContext): string => {
  const path = ctx.site.app.provided('stepsPage')?.(ctx.request().id());
  return path === undefined ? '' : `<p lang="en"><a href="${escapeHtml(path)}">Every step of this request</a></p>\n`;
};
