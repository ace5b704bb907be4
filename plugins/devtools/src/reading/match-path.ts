import type { RouteInfo } from '@taproot/core/plugin';

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern of a route as a regular expression, exact enough to name the routes that a client may have meant. */
const expressionOf = ({ path, parameters }: RouteInfo): RegExp => {
  const source = path
    .split('/')
    .slice(1)
    .map((segment) => {
      const [, name = '', mark = ''] = /^\{(\w+)([?*]?)(?::.*)?\}$/.exec(segment) ?? [];
      const constraint = parameters.find((parameter) => parameter.name === name)?.constraint ?? '[^/]+';
      if (mark === '*') return '/.*';
      if (mark === '?') return `(?:/(?:${constraint}))?`;
      if (name !== '') return `/(?:${constraint})`;
      return `/${segment
        .split(/\{[^}]{0,200}\}/)
        .map(literal)
        .join('[^/]+')}`;
    })
    .join('');
  return new RegExp(`^${source}/?$`);
};

/** Whether a path without query fits the pattern of a route. */
export const matchesPath = (route: RouteInfo, path: string): boolean => {
  try {
    return expressionOf(route).test(decodeURI(path));
  } catch {
    return false;
  }
};
