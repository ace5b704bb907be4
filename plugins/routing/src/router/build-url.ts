import type { RouteParameter } from '@taproot/core/internal';
import { describeValue, didYouMean, type RouteSegment } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { canonicalRest, encodeRest, escapeSegment } from '../pattern/canonical-path.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import { mixedRegExp } from '../pattern/pattern-regexp.ts';
import type { RouteDefinition } from './route-definition.ts';
import type { RouteRegistry } from './route-registry.ts';

type Mixed = Extract<RouteSegment, { kind: 'mixed' }>;

/** Gets the parts of a mixed segment with values filled in. Returns the first parameter that would be read back as a different value. */
type MixedCheck = (texts: readonly string[]) => RouteParameter | null;

/** A pattern for `url()` to fill in. */
export interface UrlTemplate {
  readonly constraints: RouteDefinition['constraints'];
  readonly segments: readonly RouteSegment[];
  /** The check of each mixed segment that needs a check. */
  readonly checks: ReadonlyMap<RouteSegment, MixedCheck>;
}

// Whether a mixed segment can be read in only one way: with text first, a single parameter at the end takes the rest.
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

/** The template of a route. It is made once, and again if the constraints change. */
const urlTemplate = (route: RouteDefinition): UrlTemplate => {
  const known = templates.get(route);
  if (known?.constraints === route.constraints) return known;
  const { segments } = parsePattern(route.path, route.constraints);
  const doubtful = segments.filter((segment) => segment.kind === 'mixed').filter((segment) => !isClear(segment));
  const checks = new Map<RouteSegment, MixedCheck>(doubtful.map((segment) => [segment, mixedCheck(segment)]));
  const template = { constraints: route.constraints, segments, checks };
  templates.set(route, template);
  return template;
};

// Other values make meaningless strings: "undefined", "NaN", "[object Object]".
const isValue = (given: unknown): given is string | number | bigint | boolean =>
  typeof given === 'number' ? Number.isFinite(given) : ['string', 'bigint', 'boolean'].includes(typeof given);

export type UrlParams = Readonly<Record<string, string | number>>;
export type UrlQuery = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
>;

/**
 * The path of the route called `name`.
 * @throws E_ROUTE_UNKNOWN for an unknown name; E_ROUTE_PARAMETER for a value that does not fit.
 */
export const buildUrl = (registry: RouteRegistry, name: string, params: UrlParams, query: UrlQuery): string => {
  const route = registry.named(name);
  if (route === undefined) throw errors.E_ROUTE_UNKNOWN({ name, hint: didYouMean(name, registry.names()) });
  const unused = new Set(Object.keys(params));
  const refuse = (parameter: string, reason: string): never => {
    throw errors.E_ROUTE_PARAMETER({ name, path: route.path, parameter, reason });
  };

  const value = ({ name: parameter, constraint }: RouteParameter, isRest = false): string | null => {
    unused.delete(parameter);
    const given: unknown = Object.hasOwn(params, parameter) ? params[parameter] : undefined;
    if (given === undefined || given === null) return null;
    if (!isValue(given)) return refuse(parameter, `is ${describeValue(given)}, not a string or a finite number`);
    // An unpaired surrogate cannot be encoded. It becomes U+FFFD, as in a query.
    const text = String(given).toWellFormed();
    if (text === '') refuse(parameter, 'is empty');
    const parts = text.split('/');
    // A dot segment would lead to another path, even when it is encoded (RFC 3986 5.2.4).
    if (parts.some((part) => part === '.' || part === '..')) refuse(parameter, `is "${text}"`);
    // An empty segment at the root would make `//host/`, which is the address of another host. No route matches empty segments.
    if (isRest && parts.includes('')) refuse(parameter, `has an empty segment: "${text}"`);
    if (/[\\\0]/.test(text)) refuse(parameter, 'contains a backslash or NUL, which no route matches');
    if (constraint === null) return text;
    // Routes match canonical paths, so the constraint must match the canonical value.
    const canonical = isRest ? canonicalRest(text) : escapeSegment(text);
    if (!constraint.test(canonical)) refuse(parameter, `does not match ${constraint.source}`);
    return text;
  };
  const required = (parameter: RouteParameter, isRest?: boolean): string =>
    value(parameter, isRest) ?? refuse(parameter.name, 'is missing');

  const { segments, checks } = urlTemplate(route);
  let omitted: string | null = null;
  const segment = (part: RouteSegment): string => {
    if (part.kind === 'literal') return `/${part.text}`;
    if (part.kind === 'wildcard') return `/${encodeRest(required(part.parameter, true))}`;
    if (part.kind === 'mixed') {
      const texts = part.parts.map((piece) => (typeof piece === 'string' ? piece : required(piece)));
      const misread = checks.get(part)?.(texts) ?? null;
      if (misread !== null) refuse(misread.name, `is "${params[misread.name]}", which the text around it would split`);
      return `/${texts.map((text, at) => (part.parts[at] === text ? text : encodeURIComponent(text))).join('')}`;
    }
    const text = part.optional ? value(part.parameter) : required(part.parameter);
    if (text === null) omitted ??= part.parameter.name;
    else if (omitted !== null) refuse(omitted, `is missing, but "${part.parameter.name}" after it is given`);
    return text === null ? '' : `/${encodeURIComponent(text)}`;
  };

  const path = segments.map(segment).join('') || '/';
  const [stranger] = unused;
  if (stranger !== undefined) refuse(stranger, 'is not in the pattern; pass it in the query instead');
  return encodeURI(path).replaceAll('%25', '%') + queryText(query);
};

const queryText = (query: UrlQuery): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== undefined && entry !== null) pairs.append(Array.isArray(value) ? `${name}[]` : name, String(entry));
    }
  }
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
};
