import type { Context, Handler } from '@taproot/core';
import { errors } from '../errors.ts';
import { lazyHandler } from '../files/static-handlers.ts';
import { originForm } from '../pattern/canonical-path.ts';
import { mountPrefix } from '../server/mount-prefix.ts';
import { refuseHiddenRoute, splitTarget } from './address.ts';
import type { HandOn } from './hand-on.ts';
import { checkListener, type FetchHandler, fetchOf, type MountOptions, type NodeHandler } from './mounted.ts';

/** The Web-standard request of a mount. Its address is the one that was matched, which middleware of a driver may have changed. */
const requestOf = (ctx: Context, depth: number): globalThis.Request => {
  const request = ctx.request();
  const web = request.toWeb();
  const req = request.node();
  const target = req.url ?? '/';
  const whole = mountPrefix(req) + originForm(target);
  if (depth === 0 && request.target() === whole) return web;
  const { origin } = new URL(web.url);
  return new globalThis.Request(origin + (depth === 0 ? whole : splitTarget(target, depth).rest), web);
};

/** Lets `upgrade` take over requests that ask for a WebSocket. */
const withUpgrade = ({ upgrade }: MountOptions, handler: Handler): Handler => {
  if (upgrade === undefined) return handler;
  return (ctx) => {
    if (ctx.request().upgrade() === '') return handler(ctx);
    refuseHiddenRoute(ctx);
    return ctx.response().upgrade(upgrade);
  };
};

/** The handler of `route.mount()`. `depth` is the number of segments in the path of the mount. */
export const fetchMount = (given: FetchHandler, options: MountOptions, depth: number): Handler => {
  const { strip = false } = options;
  const answer = fetchOf('mount', given);
  return withUpgrade(options, async (ctx) => {
    refuseHiddenRoute(ctx);
    const response = await answer(requestOf(ctx, strip ? depth : 0), ctx);
    if (response === undefined || response === null) throw errors.E_ROUTE_NOT_FOUND();
    return response;
  });
};

/** The handler of `route.mountNode()`. */
export const nodeMount = (listener: NodeHandler, options: MountOptions, depth: number): Handler => {
  const { strip = true } = options;
  checkListener('mountNode', listener);
  const how = { call: 'mountNode()', listener, depth: strip ? depth : 0 };
  return withUpgrade(options, nodeHandler(how));
};

/** The code that hands requests on is loaded by the first one. */
export const nodeHandler = (how: HandOn): Handler =>
  lazyHandler(async () => {
    const { handOn } = await import('./hand-on.ts');
    return (ctx) => handOn(ctx, how);
  });
