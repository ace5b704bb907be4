import type { Context, Request } from '@taproot/core';
import { callPlace, didYouMean } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { encodeRest } from '../pattern/canonical-path.ts';
import { parsePattern, pathParameters } from '../pattern/parse-pattern.ts';

/** Writes a part of the location for one request. */
type Fill = (request: Request) => string;

// A parameter with the slash before it. If an optional parameter is absent, the slash goes, too.
const placeholders = /(\/?\{[^{}]*\})/;

/**
 * Makes the function that computes the location for each request to `path`: it fills in parameters and adds the query of the request.
 * @throws E_ROUTE_REDIRECT for a parameter that the path does not have.
 */
export const redirectLocation = (path: string, location: string): ((ctx: Context) => string) => {
  const known = new Map(pathParameters(parsePattern(path)).map((parameter) => [parameter.name, parameter]));
  const place = callPlace();

  const part = (text: string, inPath: boolean): Fill => {
    const name = /^\/?\{(.*)\}$/.exec(text)?.[1];
    if (name === undefined) return () => text;
    const parameter = known.get(name);
    if (parameter === undefined)
      throw errors.E_ROUTE_REDIRECT({
        path,
        location,
        parameter: name,
        place: place.toString(),
        hint: didYouMean(name, known.keys()),
        known: [...known.keys()].map((each) => `{${each}}`).join(', ') || 'none',
      });
    const encode = parameter.wildcard && inPath ? encodeRest : encodeURIComponent;
    const slash = text.startsWith('/') ? '/' : '';
    return (request) => {
      const value = request.route(name).toWellFormed();
      return value === '' ? '' : slash + encode(value);
    };
  };
  const template = (text: string, inPath = false): Fill => {
    const parts = text.split(placeholders).map((piece) => part(piece, inPath));
    return (request) => parts.map((fill) => fill(request)).join('');
  };

  // The marks `?` and `*` are allowed as in a path, but have no meaning here.
  const [, target = '', query, fragment] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(location.replaceAll(/\{(\w+)[?*]\}/g, '{$1}')) ?? [];
  const [fillTarget, fillQuery, fillFragment] = [
    template(target, true),
    template(query ?? ''),
    template(fragment ?? ''),
  ];
  return (ctx) => {
    const request = ctx.request();
    const queries = [fillQuery(request), queryOf(request)].filter((each) => each !== '');
    return `${fillTarget(request) || '/'}${queries.length === 0 ? '' : `?${queries.join('&')}`}${fillFragment(request)}`;
  };
};

const queryOf = (request: Request): string => {
  const url = request.url();
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
};
