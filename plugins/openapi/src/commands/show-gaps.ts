import { showFrame } from '@taproot/core/internal';
import type { RouteFindings } from '../document/route-findings.ts';
import type { Gap } from '../reader/type-reader.ts';

/** The loss of readers of the document and of callers of the client, by the code of a gap. */
const costs: Readonly<Record<string, string>> = {
  E_OPENAPI_CALL: 'what the called code reads, answers or throws is missing',
  E_OPENAPI_ERROR: 'an error is missing: clients get it as an unexpected response',
  E_OPENAPI_HANDLER: 'input, responses or errors are missing',
  E_OPENAPI_INPUT: 'the request may lack a field, or require one too many',
  E_OPENAPI_MIDDLEWARE: 'what the middleware reads and answers is missing',
  E_OPENAPI_NAME: 'the document and the client call one of the types by another name',
  E_OPENAPI_REPLY: 'a response, or its body, is missing: clients get it as unknown',
  E_OPENAPI_RULES: 'the document allows more than the server accepts: clients meet 422',
  E_OPENAPI_SHAPE: 'the value has no schema: clients get it as unknown',
};

/** The most routes that a gap lists. Code that many routes share would fill the screen. */
const mostRoutes = 3;

/** Each gap in three lines: its place and what could not be read, what that costs, and what to write. */
export const showGaps = (gaps: readonly Gap[], routes: readonly RouteFindings[]): string[] => {
  const routesOf = routesByGap(routes);
  return gaps.flatMap((gap) => {
    const { place, code, message, fix } = gap;
    const cost = costs[code] ?? 'the document says less than the code';
    return [
      `${place === null ? '' : `${showFrame(place)}  `}${code}  ${message}.`,
      `    Cost: ${cost}${inRoutes(routesOf.get(JSON.stringify(gap)) ?? [])}.`,
      `    Fix: ${fix}.`,
    ];
  });
};

const routesByGap = (routes: readonly RouteFindings[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { method, path, gaps } of routes)
    for (const gap of gaps) {
      const key = JSON.stringify(gap);
      found.set(key, [...(found.get(key) ?? []), `${method} ${path}`]);
    }
  return found;
};

const inRoutes = (routes: readonly string[]): string => {
  if (routes.length === 0) return '';
  const more = routes.length > mostRoutes ? ` and ${routes.length - mostRoutes} more` : '';
  return `, in ${routes.slice(0, mostRoutes).join(', ')}${more}`;
};

/** `1 gap`, `2 gaps` */
export const countGaps = ({ length }: readonly Gap[]): string => `${length} ${length === 1 ? 'gap' : 'gaps'}`;

/** The routes that are left out because packages register them; empty if there are none. */
export const showLeftOut = (routes: readonly string[]): string[] =>
  routes.length === 0 ? [] : [`Left out, because packages register them: ${routes.join(', ')}.`];

/** The values of all documents without repetition, compared by their JSON. */
export const together = <Value>(lists: readonly (readonly Value[])[]): Value[] => [
  ...new Map(lists.flat().map((value) => [JSON.stringify(value), value])).values(),
];
