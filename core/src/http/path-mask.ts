import { isCredential, maskText } from '../config/mask-text.ts';
import type { RouteInfo } from './route-info.ts';

const parameter = /\{([^}:*?]+)(\*?)\??(?::[^}]*)?\}/g;

// Of `path.split(parameter)`, which gives the text between, the name and the star in turn.
const isName = (index: number): boolean => index % 3 === 1;

const expressionOf = (path: string): RegExp => {
  const source = path.split(parameter).map((part, index) => {
    if (index % 3 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    if (isName(index)) return '';
    return part === '*' ? '.*' : '[^/]*';
  });
  return new RegExp(`^${source.join('')}/?$`);
};

// What a client may send around a path: the origin in front of it, the query behind it.
const around = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*|[?#].*$/gi;

/**
 * Makes paths fit for logs and traces. That of a route with a secret parameter, such as `/reset/{token}`, becomes its pattern, by
 * whichever method it is asked for. Origin and query are cut off, and credentials in any other path are masked. Routes are read once.
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
    const path = sent.replaceAll(around, '');
    return secret.find(({ expression }) => expression.test(path))?.path ?? maskText(path, isSecret);
  };
};
