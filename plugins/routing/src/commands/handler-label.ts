import type { RouteInfo } from '@taproot/core';

/** What `route:list` calls a handler: its name; of one without a name the place of the route: `routes/api.ts:14`. */
export const handlerLabel = ({ handler, place }: RouteInfo): string =>
  handler === 'closure' && place !== '' ? place : handler;
