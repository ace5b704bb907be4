import { displayWidth, padDisplay, printable, type Style, wrapList } from '@taproot/console/command';
import type { RouteInfo } from '@taproot/core/plugin';
import { handlerLabel, routeColors } from './route-colors.ts';

const gap = '  ';

const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, displayWidth(printable(text))), 0);

/** The routes for a narrow terminal: method and path, below them name and handler, below those the middleware, dimmed. */
export const routeBlocks = (routes: readonly RouteInfo[], width: number, style: Style): string[] => {
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
