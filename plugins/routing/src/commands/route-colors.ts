import type { CellStyle, Style } from '@taproot/console/command';
import type { RouteInfo } from '@taproot/core';

/** The name of a handler in `route:list`; for a handler without a name, the place of its route: `routes/api.ts:14`. */
export const handlerLabel = ({ handler, place }: RouteInfo): string =>
  handler === 'closure' && place !== '' ? place : handler;

// A constraint may hold braces of its own: {id:[0-9]{3}}.
const parameter = /\{(?:[^{}]|\{[^{}]*\})*\}/g;

/**
 * Colours for methods and paths: reading methods are blue, writing ones yellow, deleting ones red; parameters are
 * yellow.
 */
export const routeColors = (style: Style): { readonly methods: CellStyle; readonly path: CellStyle } => {
  const colors: Readonly<Record<string, CellStyle>> = {
    GET: style.blue,
    POST: style.yellow,
    PUT: style.yellow,
    PATCH: style.yellow,
    DELETE: style.red,
    ANY: style.red,
  };
  return {
    methods: (methods) =>
      methods
        .split('|')
        .map((method) => (colors[method] ?? style.gray)(method))
        .join(style.gray('|')),
    path: (path) => path.replace(parameter, (text) => style.yellow(text)),
  };
};
