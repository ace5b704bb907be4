import { displayWidth, formatTable, type Style } from '@taproot/console/command';
import type { RouteInfo } from '@taproot/core/plugin';
import { routeBlocks } from './route-blocks.ts';
import { handlerLabel, routeColors } from './route-colors.ts';

const header = ['METHOD', 'PATH', 'NAME', 'HANDLER', 'MIDDLEWARE'];

const row = (route: RouteInfo): string[] => [
  route.method,
  route.path,
  route.name,
  handlerLabel(route),
  route.middlewareLabels.join(', '),
];

/** The lines of `route:list`: columns under a header where the widest row fits into `width`, else blocks. */
export const formatRoutes = (routes: readonly RouteInfo[], width: number, style: Style): string[] => {
  const rows = [header, ...routes.map(row)];
  const fits = width === Number.POSITIVE_INFINITY || formatTable(rows).every((line) => displayWidth(line) <= width);
  if (!fits) return routeBlocks(routes, width, style);
  const colors = routeColors(style);
  const [first = '', ...lines] = formatTable(rows, [colors.methods, colors.path]);
  return [style.bold(first), ...lines];
};
