import type { RouteInfo } from '@taproot/core/plugin';
import { cutText, isCredential, maskText } from '@taproot/masking';

const parameter = /\{([^{}:*?]{1,100})(\*?)\??(?::[^}]{0,500})?\}/g;

// For the result of `path.split(parameter)`: the text between parameters, the name and the star, in turn.
const isName = (index: number): boolean => index % 3 === 1;

const expressionOf = (path: string): RegExp => {
  const source = path.split(parameter).map((part, index) => {
    if (index % 3 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    if (isName(index)) return '';
    return part === '*' ? '.*' : '[^/]*';
  });
  return new RegExp(`^${source.join('')}/?$`);
};

const origin = /^[a-z][a-z\d+.-]{0,30}:\/\/[^/?#]*/i;

/** The most characters of a path that are shown. */
const longest = 2000;

/** The path of a target, without origin and query. */
const pathOf = (target: string): string => (target.split(/[?#]/, 1)[0] ?? '').replace(origin, '');

/**
 * Makes paths safe for logs and traces. The path of a route with a secret parameter, such as `/reset/{token}`, becomes its pattern, for any
 * method. Origin and query are removed, and credentials in any other path are masked. A path of more than 2,000 characters is cut and ends
 * with their number. Routes are read once.
 */
export const pathMask = (
  routes: readonly Pick<RouteInfo, 'path'>[],
  isSecret: (name: string) => boolean = isCredential,
): ((path: string) => string) => {
  const secret = routes
    .map(({ path }) => path)
    .filter((path) => path.split(parameter).some((part, index) => isName(index) && isSecret(part)))
    .map((path) => ({ path, expression: expressionOf(path) }));
  return (sent) => {
    const path = cutText(pathOf(sent), longest);
    return secret.find(({ expression }) => expression.test(path))?.path ?? maskText(path, isSecret);
  };
};
