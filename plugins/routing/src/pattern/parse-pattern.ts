import type { PathParameter, RouteParameter } from '@taproot/core/internal';
import { callPlace, describeValue, type Place, type RoutePattern, type RouteSegment } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { escapeSegment } from './canonical-path.ts';
import { deadText, foreignSyntax, namedConstraint } from './foreign-syntax.ts';

/** Constraints given by `where()`, by parameter name. */
export type Constraints = Readonly<Record<string, string | RegExp>>;

/** Joins pieces to a path with one leading slash, without double slashes and without a final slash. */
export const joinPaths = (...pieces: string[]): string => {
  const path = pieces.join('/').replaceAll(/\/{2,}/g, '/');
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return rooted.length > 1 && rooted.endsWith('/') ? rooted.slice(0, -1) : rooted;
};

const examples = '{id}, {id?} (optional), {path*} (the rest of the path) or {id:[0-9]+}';

/** The error for a pattern, with the line that registers it: that of `place`, by default the one that is being called. */
const invalid = (pattern: string, reason: string, place: Place = callPlace()): Error => {
  const line = place.toString();
  return errors.E_ROUTE_PATTERN({ pattern, reason, examples, place: line === '' ? '' : ` at ${line}` });
};

/**
 * Parses a route pattern. `place` is where it was registered.
 * @throws E_ROUTE_PATTERN with the reason for an invalid pattern.
 */
export const parsePattern = (source: string, constraints: Constraints = {}, place?: Place): RoutePattern => {
  const fail = (reason: string): never => {
    throw invalid(source, reason, place);
  };
  const names = new Set<string>();

  const parameter = (name: string, inline: string | undefined): RouteParameter => {
    if (!/^[A-Za-z_]\w*$/.test(name)) fail(`"${name}" is not a valid parameter name`);
    if (names.has(name)) fail(`it has the parameter "${name}" twice`);
    names.add(name);
    const named = inline === undefined ? null : namedConstraint(name, inline);
    if (named !== null) fail(named);
    const given = inline ?? (Object.hasOwn(constraints, name) ? constraints[name] : undefined);
    return { name, constraint: given === undefined ? null : wholeMatch(given, fail) };
  };

  const segment = (text: string): RouteSegment => {
    const foreign = foreignSyntax(text);
    if (foreign !== null) fail(foreign);
    const parts = splitBraces(text, fail);
    const [only] = parts;
    for (const part of parts) {
      const dead = typeof part === 'string' ? deadText(part) : null;
      if (dead !== null) fail(dead);
    }
    if (parts.every((part) => typeof part === 'string')) return { kind: 'literal', text: escapeSegment(text) };
    if (parts.length > 1 || only === undefined || typeof only === 'string') {
      return {
        kind: 'mixed',
        parts: parts.map((part, index) => {
          if (typeof part === 'string') return escapeSegment(part);
          if (part.mark !== '') fail(`"{${part.name}${part.mark}}" must be a whole segment`);
          if (index > 0 && typeof parts[index - 1] !== 'string') fail('two parameters must have text between them');
          const own = parameter(part.name, part.constraint);
          return own.constraint?.flags ? fail('a constraint inside a segment must not have flags') : own;
        }),
      };
    }
    if (only.mark === '*') return { kind: 'wildcard', parameter: parameter(only.name, only.constraint) };
    return { kind: 'parameter', parameter: parameter(only.name, only.constraint), optional: only.mark === '?' };
  };

  const segments = splitSegments(source).map(segment);
  checkOrder(segments, fail);
  return Object.freeze({ source, segments: Object.freeze(segments) });
};

interface Braced {
  readonly name: string;
  readonly mark: '' | '?' | '*';
  readonly constraint: string | undefined;
}

type Fail = (reason: string) => never;

const wholeMatch = (constraint: string | RegExp, fail: Fail): RegExp => {
  const [text, flags] = typeof constraint === 'string' ? [constraint, ''] : [constraint.source, constraint.flags];
  try {
    // Also compiles without the added parentheses, because `a)(b` is valid only inside of them.
    void new RegExp(text, flags);
    return new RegExp(`^(?:${text})$`, flags.replaceAll(/[gy]/g, ''));
  } catch {
    return fail(`the constraint ${text} is not a regular expression`);
  }
};

/** The constraint as the developer wrote it, without the wrapper that `wholeMatch()` adds. */
export const constraintText = ({ source }: RegExp): string => source.slice(4, -2);

/**
 * A path as a developer gives it, for `joinPaths()`.
 * @throws E_ROUTE_PATTERN for an empty segment, which no request has and `joinPaths()` would silently remove.
 */
export const checkPath = (path: string): string => {
  if (typeof path !== 'string') throw invalid(String(path), `it is ${describeValue(path)}, not a string`);
  const right = path.replaceAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\/{2,}/g, (part) =>
    part.startsWith('/') ? '/' : part,
  );
  if (right === path) return path;
  throw invalid(path, `no request has an empty segment: write "${right}"`);
};

/** Splits at slashes outside braces, because a constraint may contain slashes and braces. */
export const splitSegments = (source: string): string[] => {
  const segments: string[] = [];
  let depth = 0;
  let segment = '';
  for (const char of `${source}/`) {
    if (char === '{') depth++;
    else if (char === '}') depth--;
    if (char !== '/' || depth > 0) segment += char;
    else if (segment !== '') {
      segments.push(segment);
      segment = '';
    }
  }
  // An unclosed brace has taken the rest; `splitBraces()` reports it.
  return segment === '' ? segments : [...segments, segment.slice(0, -1)];
};

const splitBraces = (text: string, fail: Fail): (string | Braced)[] => {
  const parts: (string | Braced)[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '}') return fail('a closing brace has no opening one');
    if (text[at] !== '{') {
      const next = text.slice(at).search(/[{}]/);
      const end = next === -1 ? text.length : at + next;
      parts.push(text.slice(at, end));
      at = end;
      continue;
    }
    const end = closingBrace(text, at, fail);
    const body = text.slice(at + 1, end);
    const colon = body.indexOf(':');
    const head = colon === -1 ? body : body.slice(0, colon);
    const mark = head.endsWith('?') ? '?' : head.endsWith('*') ? '*' : '';
    parts.push({
      name: mark === '' ? head : head.slice(0, -1),
      mark,
      constraint: colon === -1 ? undefined : body.slice(colon + 1),
    });
    at = end + 1;
  }
  return parts;
};

const closingBrace = (text: string, from: number, fail: Fail): number => {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return fail('an opening brace has no closing one');
};

const checkOrder = (segments: readonly RouteSegment[], fail: Fail): void => {
  let optional = false;
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'wildcard' && index < segments.length - 1) fail('a wildcard must be the last segment');
    if (optional && !(segment.kind === 'parameter' && segment.optional))
      fail('after an optional parameter only optional ones may follow');
    optional = segment.kind === 'parameter' && segment.optional;
  }
  // Each optional parameter doubles the work of path-to-regexp.
  if (segments.filter((segment) => segment.kind === 'parameter' && segment.optional).length > 4)
    fail('it has more than four optional parameters');
};

/** The pattern with all optional parameters and without parameter names. Patterns with the same shape match the same paths. */
export const patternShape = ({ segments }: Pick<RoutePattern, 'segments'>): string =>
  segments
    .map((segment) => {
      const slot = ({ constraint }: RouteParameter): string =>
        constraint === null ? '{}' : `{:${constraint.source}${constraint.flags}}`;
      if (segment.kind === 'literal') return segment.text;
      if (segment.kind === 'mixed')
        return segment.parts.map((part) => (typeof part === 'string' ? part : slot(part))).join('');
      return slot(segment.parameter) + (segment.kind === 'wildcard' ? '*' : '');
    })
    .join('/');

/** The shapes of a pattern without optional parameters, with the first one, with the first two ... */
export const patternShapes = ({ segments }: RoutePattern): string[] => {
  const optional = segments.filter((segment) => segment.kind === 'parameter' && segment.optional).length;
  return Array.from({ length: optional + 1 }, (_, given) =>
    patternShape({ segments: segments.slice(0, segments.length - optional + given) }),
  );
};

/** Every parameter of a pattern, in order. */
export const patternParameters = ({ segments }: Pick<RoutePattern, 'segments'>): RouteParameter[] =>
  segments.flatMap((segment) => {
    if (segment.kind === 'literal') return [];
    if (segment.kind === 'mixed') return segment.parts.filter((part) => typeof part !== 'string');
    return [segment.parameter];
  });

/** The parameters of a pattern in order, as `route:list` describes them. */
export const pathParameters = ({ segments }: RoutePattern): readonly PathParameter[] =>
  Object.freeze(
    segments.flatMap((segment) => {
      const optional = segment.kind === 'parameter' && segment.optional;
      const wildcard = segment.kind === 'wildcard';
      return patternParameters({ segments: [segment] }).map(({ name, constraint }) =>
        Object.freeze({
          name,
          optional,
          wildcard,
          constraint: constraint === null ? null : constraintText(constraint),
          constraintFlags: constraint?.flags ?? '',
        }),
      );
    }),
  );
