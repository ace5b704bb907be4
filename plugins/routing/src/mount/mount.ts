import type { Handler } from '@taproot/core';
import { callPlace } from '@taproot/core/plugin';
import { lazyHandler } from '../files/static-handlers.ts';
import { refuseHiddenRoute } from './address.ts';
import type { FetchOn } from './fetch-on.ts';
import type { HandOn } from './hand-on.ts';
import { checkListener, type FetchHandler, fetchOf, type MountOptions, type NodeHandler } from './mounted.ts';

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
  const how: FetchOn = { answer, depth: strip ? depth : 0, place: callPlace().toString() };
  const handler = lazyHandler(async () => {
    const { fetchOn } = await import('./fetch-on.ts');
    return (ctx) => fetchOn(ctx, how);
  });
  return withUpgrade(options, handler);
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
