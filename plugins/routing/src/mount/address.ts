import type { Context } from '@taproot/core';
import type { Route, RouteFinder } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import { originForm } from '../pattern/canonical-path.ts';

/** A request target in two parts: the path of a mount as it was sent, and the address below it. */
export interface SplitTarget {
  readonly base: string;
  /** Begins with a slash, and has the query. */
  readonly rest: string;
}

/**
 * Splits a target after its first `depth` segments. A path with empty segments matches no route, so each segment of the target is one of
 * the canonical path.
 */
export const splitTarget = (target: string, depth: number): SplitTarget => {
  const form = originForm(target);
  const query = form.indexOf('?');
  const path = query === -1 ? form : form.slice(0, query);
  let end = 0;
  for (let passed = 0; passed < depth; passed++) {
    const slash = path.indexOf('/', end + 1);
    end = slash === -1 ? path.length : slash;
  }
  const rest = form.slice(end);
  return { base: form.slice(0, end), rest: rest.startsWith('/') ? rest : `/${rest}` };
};

/** The members of a context in an application. A context for tests has none of them. */
interface Served {
  readonly site: { readonly finder: RouteFinder };
  readonly route: Route | null;
}

/**
 * Throws `E_ROUTE_NOT_FOUND` if the path would match another route if its encoded slashes were real ones. The other code may decode the
 * slashes, as `express.static` does. A client could so bypass the guards of the other route.
 */
export const refuseHiddenRoute = (ctx: Context): void => {
  const { site, route } = ctx as Partial<Served>;
  const path = ctx.request().path();
  if (site === undefined || !path.includes('%2F')) return;
  const segments = path.replaceAll('%2F', '/').split('/');
  const plain = `/${segments.filter((segment) => segment !== '').join('/')}`;
  const other = site.finder.find(plain, ctx.request().method()).route;
  // A mount has a route for its own path and another one for the paths below it.
  if (other?.handler !== route?.handler) throw errors.E_ROUTE_NOT_FOUND();
};
