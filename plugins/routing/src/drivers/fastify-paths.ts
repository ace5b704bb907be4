import type { RoutePattern, RouteSegment } from '@taproot/core';

/** One path under which a route is registered with find-my-way; a route with optional parameters has several. */
export interface FastifyPath {
  readonly path: string;
  /** The path without the names of its parameters: two of one shape match the same. */
  readonly shape: string;
  readonly segments: readonly RouteSegment[];
}

// find-my-way reads `*` and `/:x?` wherever they stand; a doubled colon is one of the text.
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

/** Whether find-my-way matches the segment exactly as we do; of any other it knows only that there is one. */
const isExact = (segment: RouteSegment): boolean => {
  if (segment.kind === 'literal') return isExpressible(segment.text);
  return segment.kind !== 'mixed' && segment.parameter.constraint === null;
};

/** Whether a path that find-my-way matched needs no further look at the pattern. */
export const isExactPattern = ({ segments }: Pick<FastifyPath, 'segments'>): boolean => segments.every(isExact);

/** The paths of a pattern: with none of its optional parameters, with the first, with the first two ... */
export const fastifyPaths = ({ segments }: RoutePattern): FastifyPath[] => {
  const optional = segments.filter((segment) => segment.kind === 'parameter' && segment.optional).length;
  return Array.from({ length: optional + 1 }, (_, given) => {
    const present = segments.slice(0, segments.length - optional + given);
    return {
      path: `/${present.map(pathSegment).join('/')}`,
      shape: present.map(shapeSegment).join('/'),
      segments: present,
    };
  });
};
