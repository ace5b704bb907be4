import type { RoutePattern, RouteSegment } from '@taproot/core/plugin';

/** One path under which a route is registered with Fastify; a route with optional parameters has several. */
export interface RoutePath {
  readonly path: string;
  /** The path without the names of its parameters. Two paths with the same shape match the same requests. */
  readonly shape: string;
}

// Fastify's router interprets `*` and `/:x?` anywhere in a path. A double colon means one literal colon.
const isExpressible = (text: string): boolean => !/[*?]/.test(text);

const pathSegment = (segment: RouteSegment, index: number): string => {
  if (segment.kind === 'wildcard') return '*';
  if (segment.kind === 'parameter') return `:${segment.parameter.name}`;
  if (segment.kind === 'mixed' || !isExpressible(segment.text)) return `:segment${index}`;
  return segment.text.replaceAll(':', '::');
};

const shapeSegment = (segment: RouteSegment): string => {
  if (segment.kind === 'wildcard') return '{*}';
  return segment.kind === 'literal' && isExpressible(segment.text) ? segment.text : '{}';
};

/** The paths of a pattern: without optional parameters, with the first one, with the first two ... */
export const routePaths = ({ segments }: RoutePattern): RoutePath[] => {
  const optional = segments.filter((segment) => segment.kind === 'parameter' && segment.optional).length;
  return Array.from({ length: optional + 1 }, (_, given) => {
    const present = segments.slice(0, segments.length - optional + given);
    return { path: `/${present.map(pathSegment).join('/')}`, shape: present.map(shapeSegment).join('/') };
  });
};
