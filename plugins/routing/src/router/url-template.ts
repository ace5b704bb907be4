import type { RouteParameter, RouteSegment } from '@taproot/core';
import { escapeSegment } from './canonical-path.ts';
import { parsePattern } from './parse-pattern.ts';
import { mixedRegExp } from './pattern-regexp.ts';
import type { RouteDefinition } from './route-definition.ts';

type Mixed = Extract<RouteSegment, { kind: 'mixed' }>;

/** Of the parts of a mixed segment, with values in place of parameters: the first parameter that would be read otherwise. */
type MixedCheck = (texts: readonly string[]) => RouteParameter | null;

/** A pattern as `url()` fills it in. */
export interface UrlTemplate {
  readonly constraints: RouteDefinition['constraints'];
  readonly segments: readonly RouteSegment[];
  /** For the mixed segments that need it. */
  readonly checks: ReadonlyMap<RouteSegment, MixedCheck>;
}

// One parameter behind the text takes all the rest.
const isClear = ({ parts }: Mixed): boolean => parts.slice(0, -1).every((part) => typeof part === 'string');

const mixedCheck = ({ parts }: Mixed): MixedCheck => {
  const regexp = mixedRegExp(parts);
  const parameters = parts.filter((part) => typeof part !== 'string');
  return (texts) => {
    const canonical = parts.map((part, at) => (typeof part === 'string' ? part : escapeSegment(texts[at] ?? '')));
    const given = canonical.filter((_, at) => typeof parts[at] !== 'string');
    const read = regexp.exec(canonical.join(''));
    return parameters.find((_, at) => read?.[at + 1] !== given[at]) ?? null;
  };
};

const templates = new WeakMap<RouteDefinition, UrlTemplate>();

/** The template of a route, made once unless its constraints change after that. */
export const urlTemplate = (route: RouteDefinition): UrlTemplate => {
  const known = templates.get(route);
  if (known?.constraints === route.constraints) return known;
  const { segments } = parsePattern(route.path, route.constraints);
  const doubtful = segments.filter((segment) => segment.kind === 'mixed').filter((segment) => !isClear(segment));
  const checks = new Map<RouteSegment, MixedCheck>(doubtful.map((segment) => [segment, mixedCheck(segment)]));
  const template = { constraints: route.constraints, segments, checks };
  templates.set(route, template);
  return template;
};
