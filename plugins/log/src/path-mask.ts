import type { RouteInfo } from '@taproot/core';

const parameter = /\{([^}:*?]+)(\*?)\??(?::[^}]*)?\}/g;

const expressionOf = (path: string): RegExp => {
  const source = path.split(parameter).map((part, index) => {
    // split() gives the text between, the name and the star in turn.
    if (index % 3 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    if (index % 3 === 1) return '';
    return part === '*' ? '.*' : '[^/]*';
  });
  return new RegExp(`^${source.join('')}/?$`);
};

/**
 * Makes paths fit for a log: that of a route with a secret parameter, such as `/reset/{token}`, becomes its pattern. Routes are
 * read once; without such a route, every path stays as it is.
 */
export const pathMask = (
  routes: readonly RouteInfo[],
  isSecret: (name: string) => boolean,
): ((path: string) => string) => {
  const secret = routes
    .map(({ path }) => path)
    .filter((path) => [...path.matchAll(parameter)].some(([, name = '']) => isSecret(name)))
    .map((path) => ({ path, expression: expressionOf(path) }));
  if (secret.length === 0) return (path) => path;
  return (path) => secret.find(({ expression }) => expression.test(path))?.path ?? path;
};
