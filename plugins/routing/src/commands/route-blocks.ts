import { displayWidth, padDisplay, printable, type Style } from '@taproot/console/command';
import type { RouteInfo } from '@taproot/core';
import { routeColors } from './route-colors.ts';

const gap = '  ';

const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, displayWidth(printable(text))), 0);

/** `a, b, c` in lines of at most `width` columns; a longer item has a line of its own. */
const wrapList = (items: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const piece = index < items.length - 1 ? `${item},` : item;
    const longer = `${lines.at(-1) ?? ''} ${piece}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
};

/** The routes for a narrow terminal: method and path, below them name and handler, below those the middleware, dimmed. */
export const routeBlocks = (routes: readonly RouteInfo[], width: number, style: Style): string[] => {
  const colors = routeColors(style);
  const methodWidth = widest(routes.map(({ method }) => method));
  const indent = ' '.repeat(methodWidth) + gap;

  return routes.flatMap((route) => {
    const method = printable(route.method);
    const target = [route.name, route.handler].filter((text) => text !== '').map(printable);
    const middleware = wrapList(route.middleware.map(printable), width - indent.length);
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
