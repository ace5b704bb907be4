import {
  type CellStyle,
  displayWidth,
  formatTable,
  padDisplay,
  printable,
  type Style,
  wrapList,
} from '@taproot/console/command';
import type { RouteInfo } from '@taproot/core/plugin';

/** The name of a handler in `route:list`, or the place of its route: `routes/api.ts:14`. With the protocol that the route upgrades to. */
const handlerLabel = ({ handler, place, meta }: RouteInfo): string => {
  const label = handler === 'closure' && place !== '' ? place : handler;
  return meta.upgrade === undefined ? label : `${label} (${meta.upgrade})`;
};

// A constraint may contain braces: {id:[0-9]{3}}.
const parameter = /\{(?:[^{}]|\{[^{}]*\})*\}/g;

/**
 * Colours for methods and paths: reading methods are blue, writing ones yellow, deleting ones red; parameters are
 * yellow.
 */
const routeColors = (style: Style): { readonly methods: CellStyle; readonly path: CellStyle } => {
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

const gap = '  ';

const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, displayWidth(printable(text))), 0);

/** The routes for a narrow terminal. The first line has method and path, the second name and handler, the third the middleware, dimmed. */
const routeBlocks = (routes: readonly RouteInfo[], width: number, style: Style): string[] => {
  const colors = routeColors(style);
  const methodWidth = widest(routes.map(({ method }) => method));
  const indent = ' '.repeat(methodWidth) + gap;

  return routes.flatMap((route) => {
    const method = printable(route.method);
    const target = [route.name, handlerLabel(route)].filter((text) => text !== '').map(printable);
    const middleware = wrapList(route.middlewareLabels.map(printable), width - indent.length);
    return [
      colors.methods(method) +
        padDisplay('', methodWidth - displayWidth(method)) +
        gap +
        colors.path(printable(route.path)),
      indent + target.join(' · '),
      ...middleware.map((line) => indent + style.dim(line)),
    ];
  });
};

const header = ['METHOD', 'PATH', 'NAME', 'HANDLER', 'MIDDLEWARE'];

const row = (route: RouteInfo): string[] => [
  route.method,
  route.path,
  route.name,
  handlerLabel(route),
  route.middlewareLabels.join(', '),
];

/** The lines of `route:list`: columns under a header if the widest row fits into `width`, else blocks. */
export const formatRoutes = (routes: readonly RouteInfo[], width: number, style: Style): string[] => {
  const rows = [header, ...routes.map(row)];
  const fits = width === Number.POSITIVE_INFINITY || formatTable(rows).every((line) => displayWidth(line) <= width);
  if (!fits) return routeBlocks(routes, width, style);
  const colors = routeColors(style);
  const [first = '', ...lines] = formatTable(rows, [colors.methods, colors.path]);
  return [style.bold(first), ...lines];
};
