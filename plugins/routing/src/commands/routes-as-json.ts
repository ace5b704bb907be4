import type { RouteInfo } from '@taproot/core';

const controls = /[\u007f-\u009f]/gu;

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The routes as JSON text. JSON escapes the lower control characters by itself; the upper ones move cursors as well. */
export const routesAsJson = (routes: readonly RouteInfo[]): string =>
  JSON.stringify(routes, null, 2).replace(controls, escape);
