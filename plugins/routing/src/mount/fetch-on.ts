import { type Context, fromWeb } from '@taproot/core';
import { isResponse, isWebResponse } from '@taproot/core/internal';
import { describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { originForm } from '../pattern/canonical-path.ts';
import { isPlain } from '../response/is-plain.ts';
import { mountPrefix } from '../server/mount-prefix.ts';
import { isDecided } from '../shared/decided-headers.ts';
import { refuseHiddenRoute, splitTarget } from './address.ts';
import type { FetchFunction } from './mounted.ts';

/** How code of the Web standard gets a request. */
export interface FetchOn {
  readonly answer: FetchFunction;
  /** How many segments of the path are cut off; 0 for none. */
  readonly depth: number;
  /** The line that mounts the code, for errors. */
  readonly place: string;
}

/** Lets code of the Web standard answer a request. */
export const fetchOn = async (ctx: Context, { answer, depth, place }: FetchOn) => {
  refuseHiddenRoute(ctx);
  const response = await answer(requestOf(ctx, depth), ctx);
  if (response === undefined || response === null) throw errors.E_ROUTE_NOT_FOUND();
  if (isWebResponse(response) && !response.bodyUsed) return fromWeb(ctx, response, (name) => isDecided(ctx, name));
  if (isResponse(response) || isData(response)) return response;
  throw errors.E_MOUNT_RESULT({ place, ...resultOf(response) });
};

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

// Functions of `mount()` that get the context may also answer as handlers do.
const isData = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isWebResponse(value) && isPlain(value);

/** Describes a wrong result of mounted code, with what to return. */
const resultOf = (value: unknown): { readonly actual: string; readonly advice: string } => {
  if (isWebResponse(value))
    return {
      actual: 'a Response whose body was read already',
      advice: 'Read a copy, response.clone(), or return a new one: new Response(text, response)',
    };
  if (typeof value === 'string') return { actual: 'a string', advice: "Return new Response('text')" };
  return { actual: describeValue(value), advice: 'Return a Response: Response.json(value)' };
};
