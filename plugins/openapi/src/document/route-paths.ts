import type { PathParameter } from '@taproot/core/internal';
import type { RouteInfo } from '@taproot/core/plugin';

/** A path of the document: OpenAPI has no optional parameters, so a route with one has two paths. */
export interface RoutePath {
  /** `/posts/{slug}` */
  readonly template: string;
  readonly parameters: readonly PathParameter[];
  /** Optional parameters that this path lacks. */
  readonly without: readonly string[];
}

/** The paths of a route: the whole path, then the paths without its optional parameters. */
export const routePaths = ({ path, parameters }: Pick<RouteInfo, 'path' | 'parameters'>): RoutePath[] => {
  const parts = partsOf(path, parameters);
  const optional = parameters.filter((parameter) => parameter.optional);
  const paths: RoutePath[] = [];
  for (let left = optional.length; left >= 0; left--) {
    const without = new Set(optional.slice(left).map(({ name }) => name));
    const segments = parts.flatMap((part) =>
      typeof part === 'string' ? [part] : without.has(part.name) ? [null] : [`{${part.name}}`],
    );
    const cut = segments.indexOf(null);
    const template = segments.slice(0, cut === -1 ? segments.length : cut).join('');
    paths.push({
      template: (cut === -1 ? template : template.replace(/\/$/, '')) || '/',
      parameters: parameters.filter(({ name }) => !without.has(name)),
      without: [...without],
    });
  }
  return paths;
};

/** The literal parts and the parameters of a pattern, in their order. A constraint may contain braces. */
const partsOf = (path: string, parameters: readonly PathParameter[]): (string | PathParameter)[] => {
  const parts: (string | PathParameter)[] = [];
  let text = '';
  let index = 0;
  for (let i = 0; i < path.length; i++) {
    if (path[i] !== '{') {
      text += path[i];
      continue;
    }
    let depth = 0;
    const start = i;
    for (; i < path.length; i++) {
      if (path[i] === '{') depth++;
      if (path[i] === '}' && --depth === 0) break;
    }
    const parameter = parameters[index++];
    if (text !== '') parts.push(text);
    parts.push(parameter ?? path.slice(start, i + 1));
    text = '';
  }
  return text === '' ? parts : [...parts, text];
};
