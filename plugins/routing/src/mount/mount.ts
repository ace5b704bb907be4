import { type Context, fromWeb, type Handler } from '@taproot/core';
import { isResponse, isWebResponse } from '@taproot/core/internal';
import { callPlace, describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { lazyHandler } from '../files/static-handlers.ts';
import { originForm } from '../pattern/canonical-path.ts';
import { isPlain } from '../response/is-plain.ts';
import { mountPrefix } from '../server/mount-prefix.ts';
import { isDecided } from '../shared/decided-headers.ts';
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
  const place = callPlace().toString();
  return withUpgrade(options, async (ctx) => {
    refuseHiddenRoute(ctx);
    const response = await answer(requestOf(ctx, strip ? depth : 0), ctx);
    if (response === undefined || response === null) throw errors.E_ROUTE_NOT_FOUND();
    if (isWebResponse(response) && !response.bodyUsed) return fromWeb(ctx, response, (name) => isDecided(ctx, name));
    if (isResponse(response) || isData(response)) return response;
    throw errors.E_MOUNT_RESULT({ place, ...resultOf(response) });
  });
};

// Functions of `mount()` that get the context may also answer as handlers do.
const isData = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isWebResponse(value) && isPlain(value);

/** What mounted code returned in place of a response, and what to return. */
const resultOf = (value: unknown): { readonly actual: string; readonly advice: string } => {
  if (isWebResponse(value))
    return {
      actual: 'a Response whose body was read already',
      advice: 'Read a copy, response.clone(), or return a new one: new Response(text, response)',
    };
  if (typeof value === 'string') return { actual: 'a string', advice: "Return new Response('text')" };
  return { actual: describeValue(value), advice: 'Return a Response: Response.json(value)' };
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
